import { calls } from '@sealflow/contract/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Administration, openAdministration } from '../../../testing/administration.ts';

let world: Administration;

beforeAll(async () => {
  world = await openAdministration();
  const inside = world.at('t-two');
  await inside(world.operator, 'POST /members', {
    account: 'wang',
    name: '王',
    fid: 'f-tag',
    roles: ['users'],
  });
  await inside(world.operator, 'POST /organisations', { orgID: 'o-tag', name: '一部' });
  await inside(world.operator, 'POST /roles', { roleID: 'r-tag', name: '一', rights: [] });
  await inside(world.operator, 'POST /classifications', { id: 'c-tag', name: '一', level: 1 });
});
afterAll(() => world.service.close());

const send = (call: string, { ifMatch, body }: { ifMatch?: string | undefined; body?: object } = {}) => {
  const [method = '', url = ''] = call.split(' ');
  return world.service.app.inject({
    method: method as 'GET',
    url,
    headers: {
      authorization: `Bearer ${world.operator}`,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(body ? { payload: body } : {}),
  });
};
const tagOf = async (path: string) => String((await send(`GET ${path}`)).headers['etag']);

const inTenant = '/api/v1/tenants/t-two/admin';
const objects = [
  ['member', `${inTenant}/members/f-tag`, (name: string) => ({ name })],
  ['organisation', `${inTenant}/organisations/o-tag`, (name: string) => ({ name })],
  ['role', `${inTenant}/roles/r-tag`, (name: string) => ({ name })],
  ['classification', `${inTenant}/classifications/c-tag`, (name: string) => ({ name })],
  ['tenant', '/api/v1/admin/tenants/t-one', (name: string) => ({ name })],
] as const;

describe.each(objects)('%s', (_kind, path, change) => {
  test('has a tag that a change must match', async () => {
    const read = await tagOf(path);
    expect(read).toMatch(/^"[\w-]{43}"$/);
    const changed = await send(`PUT ${path}`, { ifMatch: read, body: change('二') });
    expect(changed.statusCode).toBe(200);
    const current = String(changed.headers['etag']);
    expect(current).not.toBe(read);
    expect(await tagOf(path)).toBe(current);
    const late = await send(`PUT ${path}`, { ifMatch: read, body: change('三') });
    expect(late.statusCode).toBe(412);
    expect(late.json()).toMatchObject({ code: 'admin.changed_meanwhile' });
    expect((await send(`GET ${path}`)).json().data.name).toBe('二');
    expect((await send(`PUT ${path}`, { ifMatch: `W/${current}`, body: change('四') })).statusCode).toBe(200);
    expect((await send(`PUT ${path}`, { ifMatch: '*', body: change('五') })).statusCode).toBe(200);
    expect((await send(`PUT ${path}`, { body: change('六') })).statusCode).toBe(200);
  });
});

test('the head of a department is part of its tag', async () => {
  const path = `${inTenant}/organisations/o-tag`;
  const read = await tagOf(path);
  const named = await send(`PUT ${path}`, { ifMatch: read, body: { headFid: 'f-tag' } });
  expect(named.json().data.head.fid).toBe('f-tag');
  expect((await send(`PUT ${path}`, { ifMatch: read, body: { headFid: null } })).statusCode).toBe(412);
});

describe.each([
  `${inTenant}/organisations/o-tag`,
  `${inTenant}/roles/r-tag`,
  `${inTenant}/classifications/c-tag`,
])('%s', (path) => {
  test('is deleted only as the caller read it', async () => {
    expect((await send(`DELETE ${path}`, { ifMatch: '"other"' })).json().code).toBe(
      'admin.changed_meanwhile',
    );
    expect((await send(`DELETE ${path}`, { ifMatch: await tagOf(path) })).statusCode).toBe(204);
  });
});

test('an account is changed and closed only as the caller read it', async () => {
  const { data } = (await send('GET /api/v1/admin/accounts?account=guest')).json();
  const path = `/api/v1/admin/accounts/${data[0].aid}`;
  const read = await tagOf(path);
  const changed = await send(`PUT ${path}`, { ifMatch: read, body: { username: 'guest2' } });
  expect(changed.statusCode).toBe(200);
  expect((await send(`PUT ${path}`, { ifMatch: read, body: { username: 'guest3' } })).statusCode).toBe(412);
  expect((await send(`POST ${path}/actions/close`, { ifMatch: read, body: {} })).statusCode).toBe(412);
  expect((await send(`GET ${path}`)).json().data).toMatchObject({ state: 'active', username: 'guest2' });
  const ifMatch = String(changed.headers['etag']);
  expect((await send(`POST ${path}/actions/close`, { ifMatch, body: {} })).statusCode).toBe(200);
});

test('of two concurrent changes with the same tag one is refused', async () => {
  const path = `${inTenant}/members/f-tag`;
  const ifMatch = await tagOf(path);
  const answers = await Promise.all(
    ['甲', '乙', '丙'].map((name) => send(`PUT ${path}`, { ifMatch, body: { name } })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 412, 412,
  ]);
});

test('a count changes no tag', async () => {
  const path = `${inTenant}/roles/users`;
  const read = await tagOf(path);
  await world.at('t-two')(world.operator, 'POST /members', { account: 'denied', name: '新' });
  expect(await tagOf(path)).toBe(read);
});

test('the fields of each tag are fields of the answer', () => {
  const tagged = Object.entries(calls).filter(([, call]) => 'entityTag' in call);
  expect(tagged.length).toBeGreaterThan(12);
  for (const [name, call] of tagged) {
    const { entityTag, answer } = call as unknown as { entityTag: string[]; answer: z.ZodObject };
    const { data } = answer.shape as unknown as { data: z.ZodObject };
    expect([name, Object.keys(data.shape)]).toEqual([name, expect.arrayContaining(entityTag)]);
  }
});

test('pages of other origins may send and read tags', async () => {
  const answer = await world.service.app.inject({
    method: 'OPTIONS',
    url: `${inTenant}/members/f-tag`,
    headers: {
      origin: 'capacitor://localhost',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'if-match',
    },
  });
  expect(answer.headers['access-control-allow-headers']).toMatch(/if-match/i);
});

test('a clearance is set and removed only as the caller read it', async () => {
  const path = `${inTenant}/clearances/f-tag`;
  const read = await tagOf(path);
  expect((await send(`PUT ${path}`, { ifMatch: read, body: { level: 2 } })).statusCode).toBe(204);
  expect((await send(`PUT ${path}`, { ifMatch: read, body: { level: 3 } })).statusCode).toBe(412);
  expect((await send(`DELETE ${path}`, { ifMatch: read })).statusCode).toBe(412);
  expect((await send(`GET ${path}`)).json().data).toMatchObject({ fid: 'f-tag', level: 2 });
  expect((await send(`DELETE ${path}`, { ifMatch: await tagOf(path) })).statusCode).toBe(204);
  expect((await send(`GET ${path}`)).json().data.level).toBeNull();
});

test('a scheduled message is cancelled only while it waits as the caller read it', async () => {
  const sendAt = world.service.time.now + 3_600_000;
  const body = { type: 'announcement', title: '通知', text: '内容', sendAt };
  const { postID } = (await send(`POST ${inTenant}/messages`, { body })).json().data;
  const path = `${inTenant}/messages/${postID}`;
  const read = await tagOf(path);
  expect((await send(`POST ${path}/actions/withdraw`, { ifMatch: '"other"' })).statusCode).toBe(412);
  expect((await send(`GET ${path}`)).json().data.state).toBe('scheduled');
  expect((await send(`POST ${path}/actions/withdraw`, { ifMatch: read })).statusCode).toBe(200);
  expect((await send(`POST ${path}/actions/withdraw`, { ifMatch: read })).statusCode).toBe(412);
});

test('a setting of apps is changed only as the caller read it', async () => {
  const name = 'app-driver-show-waybill-state';
  const path = `/api/v1/admin/config-params/${name}`;
  const read = await world.service.app.inject({
    url: `/api/v1/config-params/${name}`,
    headers: { authorization: `Bearer ${world.administrator}` },
  });
  const ifMatch = String(read.headers['etag']);
  expect((await send(`PUT ${path}`, { ifMatch, body: { value: 'a' } })).statusCode).toBe(200);
  expect((await send(`PUT ${path}`, { ifMatch, body: { value: 'b' } })).statusCode).toBe(412);
});

test('an application type is stopped only as the caller read it', async () => {
  const path = `${inTenant}/flow-types/file_out`;
  expect((await send(`DELETE ${path}`, { ifMatch: '"other"' })).json().code).toBe('admin.changed_meanwhile');
});
