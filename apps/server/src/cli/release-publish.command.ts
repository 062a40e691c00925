import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command, Invocation } from './command.types.ts';
import type { OperatorService } from './operator-service.client.ts';
import { findOption, requireOption } from './options.util.ts';
import { type Platform, parsePlatform } from './platform.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';
import { assertZipEntry, type BuildInfo, withWebBundle } from './web-bundle.util.ts';

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
  run: async (invocation) => {
    const publishRequest = readPublishRequest(invocation);
    const service = await invocation.service();
    // The bundle first: if its signature is rejected, nothing has been published.
    const { bundle, buildInfo } =
      (publishRequest.bundle && (await publishBundle(service, publishRequest, publishRequest.bundle))) ?? {};
    const release =
      publishRequest.source && (await publishRelease(service, publishRequest, publishRequest.source));
    const lines = [
      ...(release
        ? [
            `release ${release.id}: ${publishRequest.platform} ${release.appVer}`,
            `  ${release.attachments[0]?.uri}`,
          ]
        : []),
      ...(bundle
        ? [
            `bundle ${bundle.id}: ${publishRequest.platform} ${bundle.version}${describeBuild(buildInfo)}`,
            `  ${bundle.uri}`,
          ]
        : []),
    ];
    return { json: { release: release ?? null, bundle: bundle ?? null }, lines };
  },
};

/** Printed for verification: phones reject a bundle for another environment or push service. */
const describeBuild = ({ environment = 'no environment', push = 'none' }: BuildInfo = {}) =>
  `, for ${environment}, pushes: ${push}`;

interface PublishRequest {
  platform: Platform;
  version: string;
  notes: string;
  source: { file: string } | { url: string } | undefined;
  bundle: { file: string; key: string; minAppVer: string } | undefined;
}

function readPublishRequest(invocation: Invocation): PublishRequest {
  const platform = parsePlatform(requireOption(invocation, 'platform'));
  const [file, url, bundle] = ['file', 'store-url', 'bundle'].map((option) => findOption(invocation, option));
  if (file === undefined && url === undefined && bundle === undefined)
    throw new UsageError('--file, --store-url or --bundle is missing');
  if (file !== undefined && url !== undefined)
    throw new UsageError('--file and --store-url exclude each other');
  if (platform === 'web' && (file ?? url) !== undefined)
    throw new UsageError('--platform web supports bundles only');
  if (platform === 'ios' && file !== undefined) throw new UsageError('--platform ios requires --store-url');
  const version = requireOption(invocation, 'version');
  const resolvePath = (name: string) => path.resolve(invocation.folder, name);
  return {
    platform,
    version,
    notes: findOption(invocation, 'notes') ?? '',
    source: releaseSource(file === undefined ? undefined : resolvePath(file), url),
    bundle:
      bundle === undefined
        ? undefined
        : {
            file: resolvePath(bundle),
            key: resolvePath(requireOption(invocation, 'key')),
            minAppVer: findOption(invocation, 'min-app-version') ?? version,
          },
  };
}

function releaseSource(file: string | undefined, url: string | undefined): PublishRequest['source'] {
  if (file !== undefined) return { file };
  return url === undefined ? undefined : { url };
}

async function publishBundle(
  service: OperatorService,
  { platform, version, notes }: PublishRequest,
  { file, key, minAppVer }: NonNullable<PublishRequest['bundle']>,
) {
  return withWebBundle(file, version, async (zip, buildInfo) => {
    const signature = await signBundle(zip, key);
    const uri = await uploadFile(service, zip);
    const body = { platform, version, minAppVer, uri, signature, notes };
    return { bundle: await service.call('POST /api/v1/admin/bundles', { body }), buildInfo };
  });
}

async function publishRelease(
  service: OperatorService,
  { platform, version, notes }: PublishRequest,
  source: NonNullable<PublishRequest['source']>,
) {
  // The service checks this too, but only after the whole upload.
  if ('file' in source) await assertZipEntry(source.file, 'AndroidManifest.xml');
  const where = 'file' in source ? { uri: await uploadFile(service, source.file) } : source;
  const app = { platform: platform as 'android' | 'ios', appVer: version, notes };
  return service.call('POST /api/v1/admin/releases', { body: { ...app, ...where } });
}

async function uploadFile(service: OperatorService, file: string): Promise<string> {
  const form = new FormData();
  // Streamed from the disk.
  form.set('file1', await openAsBlob(file), path.basename(file));
  return (await service.call('POST /api/v1/admin/release-files', { form })).uri;
}

/**
 * Signs a bundle the way the app's update plugin verifies it: RSA PKCS #1 v1.5 with SHA-256 over the whole file,
 * base64. The private key never leaves this process.
 */
async function signBundle(bundle: string, keyFile: string): Promise<string> {
  const key = privateKeyOf(await readFile(keyFile, 'utf8'));
  if (key?.asymmetricKeyType !== 'rsa')
    throw new CommandError('--key must be an unencrypted RSA private key in PEM');
  const sign = createSign('RSA-SHA256');
  for await (const chunk of createReadStream(bundle)) sign.update(chunk as Buffer);
  return sign.sign(key, 'base64');
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
