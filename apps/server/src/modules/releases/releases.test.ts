import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { password } from '../../../testing/accounts.ts';
import { useReleases } from '../../../testing/releases.ts';
import { sendFile } from '../../../testing/uploads.ts';
import { deleteUnpublishedFiles } from './release-files.usecases.ts';

const at = useReleases();

describe('Android release', () => {
  it('is public, with an address for anonymous downloads', async () => {
    const none = await at.latest('android');
    expect([none.statusCode, none.json()]).toEqual([200, null]);
    const made = await at.publishApk('2.1.0');
    const response = await at.latest('android');
    const sha256 = createHash('sha256').update(at.apk).digest('hex');
    expect(response.json()).toEqual(made.json());
    expect(response.json()).toEqual({
      id: expect.any(String),
      tid: null,
      createAt: at.service.time.now,
      updateAt: at.service.time.now,
      appOID: 'sealflow-android',
      productName: 'Sealflow',
      productVer: '2.1.0',
      appName: '密件通',
      appVer: '2.1.0',
      notes: 'notes of 2.1.0',
      attachments: [{ name: 'sealflow.apk', uri: expect.any(String), size: at.apk.length, sha256 }],
    });
    const { uri } = response.json().attachments[0];
    const whole = await at.download(uri);
    expect(whole.rawPayload).toEqual(at.apk);
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=300, must-revalidate',
      'content-type': 'application/vnd.android.package-archive',
      etag: `"${sha256}"`,
    });
    const part = await at.download(uri, { range: 'bytes=10-19', 'if-range': `"${sha256}"` });
    expect([part.statusCode, part.rawPayload]).toEqual([206, at.apk.subarray(10, 20)]);
    expect((await at.download(uri, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
    expect((await at.download(uri, { range: `bytes=${at.apk.length}-` })).json().code).toBe(
      'file.range_not_satisfiable',
    );
  });

  it('is the one with the highest version, compared as numbers', async () => {
    await at.publishApk('2.9.9');
    await at.publishApk('2.10.0');
    expect((await at.latest('android')).json().appVer).toBe('2.10.0');
  });

  it.each(['2.9.9', '2.10.0', '2.10.0.8', '1.99.99'])(
    'is rejected if apps would not offer it: %s',
    async (appVer) => {
      await at.publishApk('2.10.0.5');
      const response = await at.publishApk(appVer);
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'update.version_not_newer', params: { latest: '2.10.0.5' } },
      ]);
    },
  );

  it.each(['2.1', '2', '2.1.0.0.0', 'v2.1.0', '2.1.x', ''])(
    'is rejected if apps cannot compare its version "%s"',
    async (appVer) => {
      expect((await at.publishApk(appVer)).json().code).toBe('app.invalid_request');
    },
  );

  it('is replaced by the previous release when it is withdrawn, and its file is deleted', async () => {
    await at.publishApk('2.1.0');
    const { id, attachments } = (await at.publishApk('2.2.0')).json();
    const response = await at.withdraw(id);
    expect(response.json().data).toMatchObject({
      id,
      kind: 'app',
      version: '2.2.0',
      withdrawnAt: at.service.time.now,
    });
    expect((await at.latest('android')).json().appVer).toBe('2.1.0');
    expect((await at.download(attachments[0].uri)).json().code).toBe('file.file_does_not_exist');
    expect((await at.withdraw(id)).statusCode).toBe(200);
    expect((await at.publishApk('2.2.0')).statusCode).toBe(200);
    expect((await at.withdraw('none')).json().code).toBe('update.release_not_found');
  });

  it('must be an Android package', async () => {
    for (const bytes of [at.zip, Buffer.from('PK'), Buffer.alloc(0), Buffer.from('<html>')]) {
      const { uri } = await at.store(bytes);
      const response = await at.publish({ platform: 'android', appVer: '2.1.0', uri });
      expect([response.statusCode, response.json().code]).toEqual([422, 'update.file_invalid']);
    }
    const nothing = await at.publish({ platform: 'android', appVer: '2.1.0', uri: 'none' });
    expect(nothing.json().code).toBe('file.file_does_not_exist');
  });

  it('is published once by simultaneous requests', async () => {
    const responses = await Promise.all([at.publishApk('3.0.0'), at.publishApk('3.0.0')]);
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200, 409]));
  });

  it('may be an address of an app store', async () => {
    const url = 'https://store.example/app';
    await at.publish({ platform: 'android', appVer: '2.1.0', url });
    expect((await at.latest('android')).json().attachments).toEqual([{ name: '密件通', uri: url }]);
  });
});

describe('iOS release', () => {
  const url = 'https://apps.apple.com/cn/app/id1';

  it('is the page of the app store', async () => {
    await at.publish({
      platform: 'ios',
      appVer: '2.1.0',
      url,
      appOID: 'com.example.docs',
      productName: '文档安全',
    });
    expect((await at.latest('ios')).json()).toMatchObject({
      appVer: '2.1.0',
      appOID: 'com.example.docs',
      productName: '文档安全',
      attachments: [{ uri: url }],
    });
    expect((await at.latest('android')).json()).toBeNull();
  });

  it('can be nothing but the page of an app store', async () => {
    const { uri } = await at.store(at.apk);
    expect((await at.publish({ platform: 'ios', appVer: '2.1.0', uri })).json().code).toBe(
      'update.file_invalid',
    );
    for (const wrong of ['http://apps.example/', 'javascript:alert(1)', 'apps.example'])
      expect((await at.publish({ platform: 'ios', appVer: '2.1.0', url: wrong })).json().code).toBe(
        'app.invalid_request',
      );
    expect((await at.publish({ platform: 'ios', appVer: '2.1.0', url, uri })).json().code).toBe(
      'app.invalid_request',
    );
  });
});

describe('operator', () => {
  it('lists everything that was published', async () => {
    await at.publishApk('2.1.0');
    at.service.time.now += 1000;
    const { id } = (await at.publishBundle(await at.bundleOf())).json();
    await at.withdraw(id);
    const list = async (query: string) =>
      (await at.service.ask(at.operator, `GET /api/v1/admin/releases${query}`)).json();
    const { total, data } = await list('');
    expect([total, data]).toMatchObject([
      2,
      [
        { id, kind: 'bundle', platform: 'web', minAppVer: '2.1.0.0', withdrawnAt: at.service.time.now },
        { kind: 'app', platform: 'android', version: '2.1.0', minAppVer: null, withdrawnAt: null },
      ],
    ]);
    expect(await list('?platform=android')).toMatchObject({ total: 1, data: [{ platform: 'android' }] });
    expect(await list('?limit=0')).toEqual({ total: 2, data: [] });
  });

  it('leaves an audit record', async () => {
    const made = (await at.publishApk('9.0.0')).json();
    await at.withdraw(made.id);
    const acts = await at.service.db
      .selectFrom('audit_records')
      .select(['act', 'tid', 'sha256'])
      .where('subject', '=', made.id)
      .where('act', 'like', 'release.%')
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { act: 'release.published', tid: null, sha256: made.attachments[0].sha256 },
      { act: 'release.withdrawn', tid: null, sha256: null },
    ]);
  });

  it('alone may publish', async () => {
    const { token } = await at.service.signIn('li', password);
    expect(
      (await sendFile(at.service, token, at.apk, { url: '/api/v1/admin/release-files' })).statusCode,
    ).toBe(403);
    expect((await at.service.ask(token, 'GET /api/v1/admin/releases')).statusCode).toBe(403);
  });

  it('publishes files within a day of storing them, and they are unreadable until then', async () => {
    const [old, young] = [await at.store(at.apk), await at.store(at.apk)];
    expect((await at.service.ask(null, `GET /api/v1/releases/files/${old.uri}`)).statusCode).toBe(404);
    const { attachments } = (
      await at.publish({ platform: 'android', appVer: '4.0.0', uri: (await at.store(at.apk)).uri })
    ).json();
    await sql`update release_files set created_at = now() - interval '25 hours' where uri <> ${young.uri}`.execute(
      at.service.db,
    );
    await deleteUnpublishedFiles(at.service);
    expect(await at.service.objects.size(old.uri)).toBeUndefined();
    expect(await at.service.objects.size(young.uri)).toBe(at.apk.length);
    expect((await at.download(attachments[0].uri)).statusCode).toBe(200);
    const gone = await at.publish({ platform: 'android', appVer: '4.1.0', uri: old.uri });
    expect(gone.json().code).toBe('file.file_does_not_exist');
  });
});
