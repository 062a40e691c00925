import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestFolder } from '../../../../testing/folder.ts';
import { openTestService, type TestService } from '../../../../testing/service.ts';

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
