import { createSign, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createOperatorCredential } from '../src/modules/accounts/administration/operators.usecases.ts';
import { openAccounts } from './accounts.ts';
import { archiveOf } from './archive.ts';
import { makeTestFolder } from './folder.ts';
import type { TestService } from './service.ts';
import { sendFile } from './uploads.ts';

type TestReleases = Awaited<ReturnType<typeof openReleases>>;

/** A service with an operator, an Android package, a bundle and its signing key. */
async function openReleases() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(makeTestFolder(), 'bundle.pem');
  writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  const service: TestService = await openAccounts({ BUNDLE_PUBLIC_KEY_FILE: keyFile });
  const operator = await createOperatorCredential(service.db);
  const apk = await archiveOf({ 'AndroidManifest.xml': 'binary', 'classes.dex': 'x'.repeat(5000) });
  const zip = await archiveOf({ 'index.html': '<!doctype html>', 'assets/a.js': '1' });
  const store = async (bytes: Uint8Array, name = 'sealflow.apk') =>
    (await sendFile(service, operator, bytes, { url: '/api/v1/admin/release-files', name })).json();
  const publish = (body: object) => service.ask(operator, 'POST /api/v1/admin/releases', body);
  const sign = (bytes: Uint8Array, key = privateKey) =>
    createSign('RSA-SHA256').update(bytes).sign(key, 'base64');
  return {
    service,
    operator,
    apk,
    zip,
    privateKey,
    publicKey,
    store,
    publish,
    sign,
    publishApk: async (appVer: string) => {
      const { uri } = await store(apk);
      return publish({ platform: 'android', appVer, uri, notes: `notes of ${appVer}` });
    },
    publishBundle: (body: object) => service.ask(operator, 'POST /api/v1/admin/bundles', body),
    bundleOf: async (changes: object = {}) => {
      const { uri } = await store(zip, 'bundle.zip');
      return {
        platform: 'web',
        version: '2.1.0.7',
        minAppVer: '2.1.0.0',
        uri,
        signature: sign(zip),
        ...changes,
      };
    },
    withdraw: (id: string) => service.ask(operator, `POST /api/v1/admin/releases/${id}/actions/withdraw`),
    latest: (path: string) => service.ask(null, `GET /api/v1/releases/${path}/latest`),
    /** Downloads from a published address without a token. */
    download: (uri: string, headers: Record<string, string> = {}) => {
      const { origin, pathname } = new URL(uri);
      if (origin !== service.publicUrl()) throw new Error(`not an address of the service: ${uri}`);
      return service.app.inject({ method: 'GET', url: pathname, headers });
    },
  };
}

/** Opens a service before the tests of a file and closes it after them. Each test begins without a release. */
export function useReleases(): TestReleases {
  const releases = {} as TestReleases;
  beforeAll(async () => {
    Object.assign(releases, await openReleases());
  });
  beforeEach(async () => {
    await releases.service.db.deleteFrom('releases').execute();
  });
  afterAll(() => releases.service.close());
  return releases;
}
