import { z } from 'zod';
import { declareCalls } from './call.ts';
import { id, list, page, sha256, time } from './common.schemas.ts';
import { storedFile } from './files.calls.ts';

/** Three or four numbers (section 5 of the specification). */
const appVersion = z.string().regex(/^\d{1,9}(?:\.\d{1,9}){2,3}$/);
const appPlatform = z.enum(['android', 'ios']);
const bundlePlatform = z.enum(['android', 'ios', 'web']);

const notes = z.string().max(10_000);
const name = z.string().trim().min(1).max(100);

/** The release info of section 3. */
export const release = z.object({
  id,
  tid: id.nullable(),
  createAt: time,
  updateAt: time,
  appOID: z.string(),
  productName: z.string(),
  productVer: z.string(),
  appName: z.string(),
  appVer: z.string().meta({ description: 'The server version' }),
  notes: z.string(),
  attachments: z
    .array(
      z.object({
        name: z.string(),
        uri: z.string().meta({ description: 'The address of the download, or of the store' }),
        size: z.int().optional(),
        sha256: sha256.optional(),
      }),
    )
    .min(1),
});

/** A hot update: a zip of the web app, signed by RSA PKCS #1 v1.5 with SHA-256 over the whole file, base64. */
export const bundle = z.object({
  version: z.string(),
  minAppVer: z.string(),
  uri: z.string().meta({ description: 'The address of the download' }),
  sha256,
  signature: z.string(),
});

/** Every release and bundle, including withdrawn ones, for the operator. */
export const publishedVersion = z.object({
  id,
  kind: z.enum(['app', 'bundle']),
  platform: bundlePlatform,
  version: z.string(),
  minAppVer: z.string().nullable(),
  uri: z.string(),
  size: z.int().nullable(),
  sha256: sha256.nullable(),
  notes: z.string(),
  createAt: time,
  withdrawnAt: time.nullable(),
});

const publishFields = {
  platform: appPlatform,
  appVer: appVersion,
  notes: notes.default(''),
  appOID: name.optional(),
  appName: name.optional(),
  productName: name.optional(),
  productVer: name.optional(),
};

export const releaseCalls = declareCalls({
  'GET /api/v1/releases/{platform}/latest': {
    summary: 'The latest release of the app for Android or iOS; null if none is published',
    access: 'public',
    params: z.strictObject({ platform: appPlatform }),
    answer: release.nullable(),
    errors: [],
  },
  'GET /api/v1/releases/{platform}/bundle/latest': {
    summary: 'The latest signed web bundle for a platform: its own or one of `web`, which runs on all',
    access: 'public',
    params: z.strictObject({ platform: bundlePlatform }),
    answer: bundle,
    errors: ['update.no_release'],
  },
  'GET /api/v1/releases/files/{uri}': {
    summary: 'The bytes of a published app or bundle, complete or by range (RFC 9110)',
    access: 'public',
    params: z.strictObject({ uri: id }),
    answer: 'bytes',
    errors: ['file.file_does_not_exist', 'file.range_not_satisfiable'],
  },
  'POST /api/v1/admin/release-files': {
    summary:
      'Upload a file to publish: multipart, field `file1`. It is deleted after a day unless it is published',
    access: 'operator',
    upload: 'file1',
    answer: storedFile,
    errors: ['file.no_file_found', 'file.too_large'],
  },
  'GET /api/v1/admin/releases': {
    summary: 'Releases and bundles, newest first, including withdrawn ones',
    access: 'operator',
    query: z.strictObject({ ...page, platform: bundlePlatform.optional() }),
    answer: list(publishedVersion),
    errors: [],
  },
  'POST /api/v1/admin/releases': {
    summary: 'Publish a release: a stored file (Android) or the address of a store',
    access: 'operator',
    body: z.union([
      z.strictObject({ ...publishFields, uri: id }),
      z.strictObject({ ...publishFields, url: z.url({ protocol: /^https$/ }).max(2000) }),
    ]),
    answer: release,
    errors: ['file.file_does_not_exist', 'update.file_invalid', 'update.version_not_newer'],
  },
  'POST /api/v1/admin/bundles': {
    summary:
      'Publish a signed web bundle; the signature is verified with the configured key of the deployment',
    access: 'operator',
    body: z.strictObject({
      platform: bundlePlatform,
      version: appVersion,
      minAppVer: appVersion,
      uri: id,
      signature: z.base64().max(2000),
      notes: notes.default(''),
    }),
    answer: bundle.extend({ id }),
    errors: [
      'file.file_does_not_exist',
      'update.bundle_key_missing',
      'update.file_invalid',
      'update.signature_invalid',
      'update.version_not_newer',
    ],
  },
  'POST /api/v1/admin/releases/{releaseID}/actions/withdraw': {
    summary: 'Withdraw a release or bundle: the previous one becomes the latest',
    access: 'operator',
    params: z.strictObject({ releaseID: id }),
    answer: z.object({ data: publishedVersion }),
    errors: ['update.release_not_found'],
  },
});
