import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import type { TestService } from '../../../../testing/service.ts';

const path = '/api/v1/account/preferences';
let service: TestService;
let token: string;
let otherToken: string;
beforeAll(async () => {
  service = await openAccounts();
  ({ token } = await service.signIn('li', password));
  ({ token: otherToken } = await service.signIn('guest', password));
});
afterAll(() => service.close());

const read = async (of = token) => {
  const answer = await service.ask(of, `GET ${path}`);
  return { tag: String(answer.headers['etag']), ...answer.json().data };
};
const replace = (preferences: unknown, ifMatch?: string) =>
  service.app.inject({
    method: 'PUT',
    url: path,
    headers: { authorization: `Bearer ${token}`, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
    payload: { preferences },
  });

it('stores the preferences of an account for all its browsers, and of nobody else', async () => {
  expect(await read()).toMatchObject({ version: 0, preferences: {} });
  const preferences = { 'table:people': { hidden: ['state'], note: '密' } };
  expect((await replace(preferences)).json().data).toEqual({ version: 1, preferences });
  expect(await read()).toMatchObject({ version: 1, preferences });
  expect(await read(otherToken)).toMatchObject({ version: 0, preferences: {} });
});

it('refuses to replace another version than was read', async () => {
  const { tag, version } = await read();
  expect((await replace({ a: 1 }, tag)).statusCode).toBe(200);
  const refused = await replace({ a: 2 }, tag);
  expect([refused.statusCode, refused.json().code]).toEqual([412, 'admin.changed_meanwhile']);
  expect(await read()).toMatchObject({ version: version + 1, preferences: { a: 1 } });
});

it('writes one of two simultaneous replacements of the same version', async () => {
  const { tag } = await read();
  const answers = await Promise.all([replace({ a: 3 }, tag), replace({ a: 4 }, tag)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
});

it('limits the bytes, not the characters, and accepts only an object', async () => {
  const before = await read();
  for (const preferences of [
    { a: '密'.repeat(22_000) },
    { a: 'a'.repeat(66_000) },
    [],
    'a',
    null,
    { '': 1 },
    { a: '\u0000' },
  ])
    expect((await replace(preferences)).statusCode).toBe(400);
  expect(await read()).toEqual(before);
  expect((await replace({ a: '密'.repeat(21_000) })).statusCode).toBe(200);
});
