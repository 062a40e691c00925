import { createHash, createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../app/test-accounts.ts';
import type { TestService } from '../../app/test-service.ts';
import { makeTestFolder } from '../../infra/database/test-folder.ts';
import { createOperator } from '../accounts/operators.usecases.ts';
import { sendFile } from '../files/test-uploads.ts';
import { readBundleKey } from './bundle-key.adapter.ts';
import { forgetUnpublished } from './release-files.usecases.ts';
import { archiveOf } from './test-archive.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyFile = join(makeTestFolder(), 'bundle.pem');
writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));

let service: TestService;
let operator = '';
let apk: Buffer;
let zip: Buffer;
beforeAll(async () => {
  service = await openAccounts({ BUNDLE_PUBLIC_KEY_FILE: keyFile });
  operator = await createOperator(service.db);
  apk = await archiveOf({ 'AndroidManifest.xml': 'binary', 'classes.dex': 'x'.repeat(5000) });
  zip = await archiveOf({ 'index.html': '<!doctype html>', 'assets/a.js': '1' });
});
beforeEach(async () => {
  await service.db.deleteFrom('releases').execute();
});
afterAll(() => service.close());

const store = async (bytes: Uint8Array, name = 'sealflow.apk') =>
  (await sendFile(service, operator, bytes, { url: '/api/v1/admin/release-files', name })).json();
const publish = (body: object) => service.ask(operator, 'POST /api/v1/admin/releases', body);
const publishBundle = (body: object) => service.ask(operator, 'POST /api/v1/admin/bundles', body);
const withdraw = (id: string) => service.ask(operator, `POST /api/v1/admin/releases/${id}/actions/withdraw`);
const latest = (path: string) => service.ask(null, `GET /api/v1/releases/${path}/latest`);
const sign = (bytes: Uint8Array, key = privateKey) =>
  createSign('RSA-SHA256').update(bytes).sign(key, 'base64');

async function publishApk(appVer: string) {
  const { uri } = await store(apk);
  return publish({ platform: 'android', appVer, uri, notes: `notes of ${appVer}` });
}

async function bundleOf(changes: object = {}) {
  const { uri } = await store(zip, 'bundle.zip');
  return { platform: 'web', version: '2.1.0.7', minAppVer: '2.1.0.0', uri, signature: sign(zip), ...changes };
}

/** Downloads by the address that was answered, as anybody. */
function download(uri: string, headers: Record<string, string> = {}) {
  expect(uri).toMatch(/^http:\/\/localhost(:\d+)?\/api\/v1\/releases\/files\//);
  return service.app.inject({ method: 'GET', url: new URL(uri).pathname, headers });
}

describe('a release for Android', () => {
  it('is answered to anybody, with an address that anybody downloads from', async () => {
    expect((await latest('android')).json()).toMatchObject({
      code: 'update.no_release',
      message: 'no release',
    });
    const made = await publishApk('2.1.0');
    const answer = await latest('android');
    const sha256 = createHash('sha256').update(apk).digest('hex');
    expect(answer.json()).toEqual(made.json());
    expect(answer.json()).toEqual({
      id: expect.any(String),
      tid: null,
      createAt: service.time.now,
      updateAt: service.time.now,
      appOID: 'sealflow-android',
      productName: 'Sealflow',
      productVer: '2.1.0',
      appName: '密件通',
      appVer: '2.1.0',
      notes: 'notes of 2.1.0',
      attachments: [{ name: 'sealflow.apk', uri: expect.any(String), size: apk.length, sha256 }],
    });
    const { uri } = answer.json().attachments[0];
    const whole = await download(uri);
    expect(whole.rawPayload).toEqual(apk);
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/vnd.android.package-archive',
      etag: `"${sha256}"`,
    });
    const part = await download(uri, { range: 'bytes=10-19', 'if-range': `"${sha256}"` });
    expect([part.statusCode, part.rawPayload]).toEqual([206, apk.subarray(10, 20)]);
    expect((await download(uri, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
    expect((await download(uri, { range: `bytes=${apk.length}-` })).json().code).toBe(
      'file.range_not_satisfiable',
    );
  });

  it('is of the highest version, whatever their texts', async () => {
    await publishApk('2.9.9');
    await publishApk('2.10.0');
    expect((await latest('android')).json().appVer).toBe('2.10.0');
  });

  it.each(['2.9.9', '2.10.0', '2.10.0.8', '1.99.99'])(
    'is not one that apps would not offer: %s',
    async (appVer) => {
      await publishApk('2.10.0.5');
      const answer = await publishApk(appVer);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'update.version_not_newer', params: { latest: '2.10.0.5' } },
      ]);
    },
  );

  it.each(['2.1', '2', '2.1.0.0.0', 'v2.1.0', '2.1.x', ''])(
    'has a version that apps can compare, not "%s"',
    async (appVer) => {
      expect((await publishApk(appVer)).json().code).toBe('app.invalid_request');
    },
  );

  it('gives way to the one before when it is withdrawn, and its file with it', async () => {
    await publishApk('2.1.0');
    const { id, attachments } = (await publishApk('2.2.0')).json();
    const answer = await withdraw(id);
    expect(answer.json().data).toMatchObject({
      id,
      kind: 'app',
      version: '2.2.0',
      withdrawnAt: service.time.now,
    });
    expect((await latest('android')).json().appVer).toBe('2.1.0');
    expect((await download(attachments[0].uri)).json().code).toBe('file.file_does_not_exist');
    expect((await withdraw(id)).statusCode).toBe(200);
    expect((await publishApk('2.2.0')).statusCode).toBe(200);
    expect((await withdraw('none')).json().code).toBe('update.release_not_found');
  });

  it('is a package for Android', async () => {
    for (const bytes of [zip, Buffer.from('PK'), Buffer.alloc(0), Buffer.from('<html>')]) {
      const { uri } = await store(bytes);
      const answer = await publish({ platform: 'android', appVer: '2.1.0', uri });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'update.file_invalid']);
    }
    const nothing = await publish({ platform: 'android', appVer: '2.1.0', uri: 'none' });
    expect(nothing.json().code).toBe('file.file_does_not_exist');
  });

  it('is published once, where two do at once', async () => {
    const answers = await Promise.all([publishApk('3.0.0'), publishApk('3.0.0')]);
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200, 409]));
  });

  it('may lie in a store', async () => {
    const url = 'https://store.example/app';
    await publish({ platform: 'android', appVer: '2.1.0', url });
    expect((await latest('android')).json().attachments).toEqual([{ name: '密件通', uri: url }]);
  });
});

describe('a release for iOS', () => {
  const url = 'https://apps.apple.com/cn/app/id1';

  it('is the page of the store', async () => {
    await publish({
      platform: 'ios',
      appVer: '2.1.0',
      url,
      appOID: 'com.example.docs',
      productName: '文档安全',
    });
    expect((await latest('ios')).json()).toMatchObject({
      appVer: '2.1.0',
      appOID: 'com.example.docs',
      productName: '文档安全',
      attachments: [{ uri: url }],
    });
    expect((await latest('android')).json().code).toBe('update.no_release');
  });

  it('is nothing else', async () => {
    const { uri } = await store(apk);
    expect((await publish({ platform: 'ios', appVer: '2.1.0', uri })).json().code).toBe(
      'update.file_invalid',
    );
    for (const wrong of ['http://apps.example/', 'javascript:alert(1)', 'apps.example'])
      expect((await publish({ platform: 'ios', appVer: '2.1.0', url: wrong })).json().code).toBe(
        'app.invalid_request',
      );
    expect((await publish({ platform: 'ios', appVer: '2.1.0', url, uri })).json().code).toBe(
      'app.invalid_request',
    );
  });
});

describe('a web bundle', () => {
  it('is answered with what the app’s plugin checks it by', async () => {
    expect((await latest('web/bundle')).json().code).toBe('update.no_release');
    expect((await publishBundle(await bundleOf())).statusCode).toBe(200);
    const answer = (await latest('web/bundle')).json();
    expect(answer).toEqual({
      version: '2.1.0.7',
      minAppVer: '2.1.0.0',
      uri: expect.any(String),
      sha256: createHash('sha256').update(zip).digest('hex'),
      signature: sign(zip),
    });
    const { rawPayload } = await download(answer.uri);
    const verify = createVerify('RSA-SHA256').update(rawPayload);
    expect(verify.verify(publicKey, answer.signature, 'base64')).toBe(true);
  });

  it('of the web runs everywhere, one of a platform there alone', async () => {
    await publishBundle(await bundleOf());
    await publishBundle(await bundleOf({ platform: 'android', version: '2.1.0.8' }));
    await publishBundle(await bundleOf({ platform: 'ios', version: '2.1.0.6' }));
    const versions = await Promise.all(
      ['android', 'ios', 'web'].map(async (platform) => (await latest(`${platform}/bundle`)).json().version),
    );
    expect(versions).toEqual(['2.1.0.8', '2.1.0.7', '2.1.0.7']);
  });

  it('is newer in any of four numbers', async () => {
    await publishBundle(await bundleOf());
    for (const version of ['2.1.0.7', '2.1.0', '2.1.0.6'])
      expect((await publishBundle(await bundleOf({ version }))).json().code).toBe('update.version_not_newer');
    expect((await publishBundle(await bundleOf({ version: '2.1.0.10' }))).statusCode).toBe(200);
    expect((await latest('android/bundle')).json().version).toBe('2.1.0.10');
  });

  it('is not taken without the signature of the key that the deployment names', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    for (const signature of [sign(zip, other), sign(apk), Buffer.from('x').toString('base64'), '']) {
      const answer = await publishBundle(await bundleOf({ signature }));
      expect(['update.signature_invalid', 'app.invalid_request']).toContain(answer.json().code);
    }
    expect((await latest('web/bundle')).statusCode).toBe(404);
  });

  it('holds an app', async () => {
    const { uri } = await store(apk, 'bundle.zip');
    const answer = await publishBundle(await bundleOf({ uri, signature: sign(apk) }));
    expect(answer.json().code).toBe('update.file_invalid');
  });

  it('is taken nowhere where no key is named, and the key is no private or weak one', async () => {
    const without = await openAccounts();
    const credential = await createOperator(without.db);
    const answer = await without.ask(credential, 'POST /api/v1/admin/bundles', {
      platform: 'web',
      version: '1.0.0',
      minAppVer: '1.0.0',
      uri: 'x',
      signature: 'eA==',
    });
    expect(answer.json().code).toBe('update.bundle_key_missing');
    await without.close();
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const pems = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      weak.export({ type: 'spki', format: 'pem' }),
      curve.export({ type: 'spki', format: 'pem' }),
      'none',
    ];
    for (const pem of pems) {
      const file = join(makeTestFolder(), 'key.pem');
      writeFileSync(file, pem);
      await expect(readBundleKey(file)).rejects.toThrow('BUNDLE_PUBLIC_KEY_FILE: this is no RSA public key');
    }
    await expect(readBundleKey('/nowhere/key.pem')).rejects.toThrow('cannot be read');
  });
});

describe('the operator', () => {
  it('sees everything that was published', async () => {
    await publishApk('2.1.0');
    service.time.now += 1000;
    const { id } = (await publishBundle(await bundleOf())).json();
    await withdraw(id);
    const list = async (query: string) =>
      (await service.ask(operator, `GET /api/v1/admin/releases${query}`)).json();
    const { total, data } = await list('');
    expect([total, data]).toMatchObject([
      2,
      [
        { id, kind: 'bundle', platform: 'web', minAppVer: '2.1.0.0', withdrawnAt: service.time.now },
        { kind: 'app', platform: 'android', version: '2.1.0', minAppVer: null, withdrawnAt: null },
      ],
    ]);
    expect(await list('?platform=android')).toMatchObject({ total: 1, data: [{ platform: 'android' }] });
    expect(await list('?limit=0')).toEqual({ total: 2, data: [] });
  });

  it('leaves a record', async () => {
    const made = (await publishApk('9.0.0')).json();
    await withdraw(made.id);
    const acts = await service.db
      .selectFrom('audit_records')
      .select(['act', 'tid', 'sha256'])
      .where('subject', '=', made.id)
      .where('act', 'like', 'release.%')
      .execute();
    expect(acts).toEqual([
      { act: 'release.published', tid: null, sha256: made.attachments[0].sha256 },
      { act: 'release.withdrawn', tid: null, sha256: null },
    ]);
  });

  it('alone may publish', async () => {
    const { token } = await service.signIn('li', password);
    expect((await sendFile(service, token, apk, { url: '/api/v1/admin/release-files' })).statusCode).toBe(
      401,
    );
    expect((await service.ask(token, 'GET /api/v1/admin/releases')).statusCode).toBe(401);
  });

  it('publishes what is stored within a day; until then nobody reads it', async () => {
    const [old, young] = [await store(apk), await store(apk)];
    expect((await service.ask(null, `GET /api/v1/releases/files/${old.uri}`)).statusCode).toBe(404);
    const { attachments } = (
      await publish({ platform: 'android', appVer: '4.0.0', uri: (await store(apk)).uri })
    ).json();
    await sql`update release_files set created_at = now() - interval '25 hours' where uri <> ${young.uri}`.execute(
      service.db,
    );
    await forgetUnpublished(service);
    expect(await service.objects.size(old.uri)).toBeUndefined();
    expect(await service.objects.size(young.uri)).toBe(apk.length);
    expect((await download(attachments[0].uri)).statusCode).toBe(200);
    const gone = await publish({ platform: 'android', appVer: '4.1.0', uri: old.uri });
    expect(gone.json().code).toBe('file.file_does_not_exist');
  });
});
