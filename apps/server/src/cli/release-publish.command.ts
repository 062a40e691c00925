import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { signBundle } from './bundle-signature.adapter.ts';
import type { Command, Given } from './command.port.ts';
import { optional, required } from './given.adapter.ts';
import { type Platform, platformOf } from './platform.adapter.ts';
import type { OperatorService } from './service-call.adapter.ts';
import { UsageError } from './usage.errors.ts';
import { type Built, demandEntry, withWebBundle } from './web-bundle.adapter.ts';

export const releasePublishCommand: Command = {
  name: 'release publish',
  usage:
    'release publish --platform android|ios|web --version V [--file APK | --store-url URL] [--bundle FOLDER|ZIP --key PEM] ' +
    '[--min-app-version V] [--notes TEXT] [--json]',
  summary: 'publishes the app, a web bundle for hot update, or both',
  options: {
    platform: { type: 'string' },
    version: { type: 'string' },
    file: { type: 'string' },
    'store-url': { type: 'string' },
    bundle: { type: 'string' },
    key: { type: 'string' },
    'min-app-version': { type: 'string' },
    notes: { type: 'string' },
  },
  details: [
    '--file is an Android app; --store-url is the page of an app store, which is required for iOS.',
    '--bundle is the build folder of the native web app, or a zip of it; the version in its build.json',
    'must be --version. It is signed here with the RSA private key of --key, which never leaves this machine; the service',
    'verifies it with BUNDLE_PUBLIC_KEY_FILE. A bundle for web runs on every platform.',
    'A version has three or four numbers and must be higher than the published ones; --min-app-version defaults to --version.',
  ],
  run: async (given) => {
    const ask = askOf(given);
    const service = await given.service();
    // The bundle first: if its signature is rejected, nothing has been published.
    const { bundle, built } = (ask.bundle && (await publishBundle(service, ask, ask.bundle))) ?? {};
    const release = ask.source && (await publishRelease(service, ask, ask.source));
    const lines = [
      ...(release
        ? [`release ${release.id}: ${ask.platform} ${release.appVer}`, `  ${release.attachments[0]?.uri}`]
        : []),
      ...(bundle
        ? [`bundle ${bundle.id}: ${ask.platform} ${bundle.version}${shellOf(built)}`, `  ${bundle.uri}`]
        : []),
    ];
    return { json: { release: release ?? null, bundle: bundle ?? null }, lines };
  },
};

/** Printed for verification: phones reject a bundle for another environment or push service. */
const shellOf = ({ environment = 'no environment', push = 'none' }: Built = {}) =>
  `, for ${environment}, pushes: ${push}`;

interface Ask {
  platform: Platform;
  version: string;
  notes: string;
  source: { file: string } | { url: string } | undefined;
  bundle: { file: string; key: string; minAppVer: string } | undefined;
}

function askOf(given: Given): Ask {
  const platform = platformOf(required(given, 'platform'));
  const [file, url, bundle] = ['file', 'store-url', 'bundle'].map((option) => optional(given, option));
  if (file === undefined && url === undefined && bundle === undefined)
    throw new UsageError('--file, --store-url or --bundle is missing');
  if (file !== undefined && url !== undefined) throw new UsageError('--file and --store-url exclude each other');
  if (platform === 'web' && (file ?? url) !== undefined)
    throw new UsageError('--platform web supports bundles only');
  if (platform === 'ios' && file !== undefined)
    throw new UsageError('--platform ios requires --store-url');
  const version = required(given, 'version');
  const inFolder = (name: string) => path.resolve(given.folder, name);
  return {
    platform,
    version,
    notes: optional(given, 'notes') ?? '',
    source: sourceOf(file === undefined ? undefined : inFolder(file), url),
    bundle:
      bundle === undefined
        ? undefined
        : {
            file: inFolder(bundle),
            key: inFolder(required(given, 'key')),
            minAppVer: optional(given, 'min-app-version') ?? version,
          },
  };
}

function sourceOf(file: string | undefined, url: string | undefined): Ask['source'] {
  if (file !== undefined) return { file };
  return url === undefined ? undefined : { url };
}

async function publishBundle(
  service: OperatorService,
  { platform, version, notes }: Ask,
  { file, key, minAppVer }: NonNullable<Ask['bundle']>,
) {
  return withWebBundle(file, version, async (zip, built) => {
    const signature = await signBundle(zip, key);
    const uri = await store(service, zip);
    const body = { platform, version, minAppVer, uri, signature, notes };
    return { bundle: await service.call('POST /api/v1/admin/bundles', { body }), built };
  });
}

async function publishRelease(
  service: OperatorService,
  { platform, version, notes }: Ask,
  source: NonNullable<Ask['source']>,
) {
  // The service checks this too, but only after the whole upload.
  if ('file' in source) await demandEntry(source.file, 'AndroidManifest.xml');
  const where = 'file' in source ? { uri: await store(service, source.file) } : source;
  const app = { platform: platform as 'android' | 'ios', appVer: version, notes };
  return service.call('POST /api/v1/admin/releases', { body: { ...app, ...where } });
}

async function store(service: OperatorService, file: string): Promise<string> {
  const form = new FormData();
  // Streamed from the disk.
  form.set('file1', await openAsBlob(file), path.basename(file));
  return (await service.call('POST /api/v1/admin/release-files', { form })).uri;
}
