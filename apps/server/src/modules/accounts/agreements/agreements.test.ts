import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../../../testing/folder.ts';
import { openTestService, type TestService } from '../../../../testing/service.ts';
import { createOperatorCredential } from '../administration/operators.usecases.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

it.each([
  ['/api/v1/eula', '1.0'],
  ['/api/v1/privacy-policy', '1.1'],
])('%s is public and served in the requested language', async (path, version) => {
  const read = async (query: string, headers = {}) =>
    (await service.ask(null, `GET ${path}${query}`, undefined, headers)).json();
  const [zh, en] = [await read('?language=zh'), await read('?language=en')];
  expect([zh.language, en.language, zh.version, zh.version]).toEqual(['zh', 'en', en.version, version]);
  expect(zh.title).toMatch(/^密件通/);
  expect([zh.text.length > 500, en.text.length > 1000]).toEqual([true, true]);
  expect(await read('', { 'accept-language': 'en-GB,en;q=0.9' })).toEqual(en);
  expect(await read('', { 'accept-language': 'fr' })).toEqual(zh);
  expect((await read('?language=fr')).code).toBe('app.invalid_request');
});

it('uses the agreements of the operator if there are any', async () => {
  const folder = makeTestFolder();
  writeFileSync(join(folder, 'eula.zh.md'), '# 本公司服务协议\nversion: 2.1\n\n第一条\n\n第二条\n');
  const own = await openTestService({ LEGAL_DIR: folder });
  const eula = await own.ask(null, 'GET /api/v1/eula?language=en');
  const policy = await own.ask(null, 'GET /api/v1/privacy-policy?language=en');
  await own.close();
  expect(eula.json()).toEqual({
    version: '2.1',
    language: 'zh',
    title: '本公司服务协议',
    text: '第一条\n\n第二条',
  });
  expect(policy.json().version).toBe('1.1');
});

it.each([
  ['none', 'notes.txt', '# x\n\ny'],
  ['one without a title', 'eula.en.md', 'No title here'],
])('refuses to start if the folder of agreements has %s', async (_, name, content) => {
  const folder = join(makeTestFolder(), 'legal');
  mkdirSync(folder);
  writeFileSync(join(folder, name), content);
  await expect(openTestService({ LEGAL_DIR: folder })).rejects.toThrow('LEGAL_DIR');
});

describe('an agreement that operators publish', () => {
  const versions = '/api/v1/admin/agreements/eula/versions';
  const texts = {
    zh: { title: '协议', text: '## 一\n\n第一条' },
    en: { title: 'Terms', text: '## 1\n\nFirst' },
  };

  it('is in force at once, and its versions remain', async () => {
    const operator = await createOperatorCredential(service.db);
    const ask = async (call: string, body?: object) => (await service.ask(operator, call, body)).json();
    const inForce = async () => (await ask('GET /api/v1/admin/agreements')).data[0];
    expect(await inForce()).toMatchObject({ agreement: 'eula', source: 'built_in', publishedAt: null });
    await ask(`POST ${versions}`, { version: '2.0', ...texts });
    service.time.now += 1000;
    await ask(`POST ${versions}`, { version: '2.1', ...texts, zh: { title: '新协议', text: '第一条' } });
    expect(await inForce()).toEqual({
      agreement: 'eula',
      version: '2.1',
      source: 'published',
      publishedAt: service.time.now,
      asksAgain: false,
      agreed: 0,
      accounts: 0,
      zh: { title: '新协议', text: '第一条' },
      en: texts.en,
    });
    const shown = (await service.ask(null, 'GET /api/v1/eula?language=en')).json();
    expect(shown).toEqual({ version: '2.1', language: 'en', ...texts.en });
    const listed = await ask(`GET ${versions}`);
    expect(listed.total).toBe(2);
    expect(listed.data.map((one: { version: string }) => one.version)).toEqual(['2.1', '2.0']);
    expect((await ask(`POST ${versions}`, { version: '2.0', ...texts })).code).toBe(
      'admin.agreement_version_exists',
    );
    expect((await ask('GET /api/v1/admin/agreements/privacy-policy/versions')).total).toBe(0);
    const { rows } = await sql`select act, subject from audit_records where tid is null order by id`.execute(
      service.db,
    );
    expect(rows).toEqual([
      { act: 'deployment.agreement_published', subject: 'eula 2.0' },
      { act: 'deployment.agreement_published', subject: 'eula 2.1' },
    ]);
  });

  it('cannot replace the files of the operator', async () => {
    const folder = makeTestFolder();
    writeFileSync(join(folder, 'eula.zh.md'), '# 本公司服务协议\n\n第一条\n');
    const own = await openTestService({ LEGAL_DIR: folder });
    const operator = await createOperatorCredential(own.db);
    const refused = await own.ask(operator, `POST ${versions}`, { version: '2.0', ...texts });
    const listed = await own.ask(operator, 'GET /api/v1/admin/agreements');
    await own.close();
    expect(refused.json().code).toBe('admin.agreement_from_files');
    expect(listed.json().data.map((one: { source: string }) => one.source)).toEqual(['files', 'built_in']);
  });
});
