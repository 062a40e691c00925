import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calculateJwkThumbprint, decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { TestDevice } from '../testing/service.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

const month = 31 * 86_400_000;
const password = 'Clocks-2026';
const email = 'li@example.com';
const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'wrong-clock.preload.mjs')).href}`;

let place: ServicePlace;
let nodes: Record<'ahead' | 'behind' | 'right', ServiceProcess>;

beforeAll(async () => {
  place = await openServicePlace({ SEED_DEMO: 'false', CODES_TO_LOG: 'true' });
  const db = place.database.handle;
  await createTenant(db, { tid: 't', name: 'T', serviceVersion: 'eds-pro_16.2' });
  await createAccount(db, { aid: 'li', username: 'li', password, email });
  await addMember(db, { tid: 't', fid: 'li', aid: 'li', name: 'Li', roles: ['users'] });
  const wrong = (by: number) => place.start({ NODE_OPTIONS: preload, CLOCK_SHIFT_MS: String(by) });
  nodes = { right: await place.start(), ahead: await wrong(month), behind: await wrong(-month) };
}, 120_000);
afterAll(() => place.close());

const call = (
  node: ServiceProcess,
  given: { method?: string; path: string; token?: string; body?: object; headers?: Record<string, string> },
) => {
  const { method = 'POST', path, token, body, headers = {} } = given;
  return fetch(`${node.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
};

const readJson = async (response: Promise<Response>) => {
  const { status, body } = { status: (await response).status, body: await (await response).text() };
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
  return JSON.parse(body);
};

/** Opens a session that is bound to the device. The device uses the `Date` header of a response, as the app does. */
async function signIn(node: ServiceProcess, device: TestDevice): Promise<string> {
  const path = 'auth/token';
  const now = await dateOf(node);
  const { host } = new URL(node.url);
  const registration = await device.register(now);
  const agreement = await calculateJwkThumbprint(registration.agreementKey);
  const proof = await device.prove({ path: `/api/v1/${path}`, now, host, agreement });
  const body = { username: 'li', password, device: { ...registration, proof } };
  return (await readJson(call(node, { path, body }))).token;
}

async function refresh(node: ServiceProcess, device: TestDevice, token: string): Promise<string> {
  const path = 'auth/refresh-token';
  const { host } = new URL(node.url);
  const dpop = await device.prove({ path: `/api/v1/${path}`, now: await dateOf(node), host, token });
  return (await readJson(call(node, { path, token, headers: { dpop } }))).token;
}

async function dateOf(node: ServiceProcess): Promise<number> {
  const response = await fetch(`${node.url}/healthz`);
  return Date.parse(response.headers.get('date') ?? '');
}

const use = async (node: ServiceProcess, token: string) =>
  (await call(node, { method: 'GET', path: 'devices', token })).status;

test('every node dates its responses by the database and reports the offset of its machine', async () => {
  for (const [node, seconds] of [
    [nodes.right, 0],
    [nodes.ahead, -month / 1000],
    [nodes.behind, month / 1000],
  ] as const) {
    expect(Math.abs((await dateOf(node)) - Date.now())).toBeLessThan(60_000);
    const metrics = await (await fetch(`${node.url}/metrics`)).text();
    const [, gauge] = /^sealflow_clock_offset_seconds (\S+)$/m.exec(metrics) ?? [];
    expect(Math.abs(Number(gauge) - seconds)).toBeLessThan(60);
    const hasWarned = node.errors().includes('local clock behind database');
    expect(hasWarned).toBe(seconds !== 0);
  }
});

test('a session continues on all nodes', async () => {
  const { ahead, behind, right } = nodes;
  for (const [one, other] of [
    [ahead, behind],
    [behind, ahead],
  ] as const) {
    const device = new TestDevice();
    const first = await signIn(one, device);
    for (const node of [one, other, right]) expect(await use(node, first)).toBe(200);
    const second = await refresh(other, device, first);
    // One node gets the new token, the others the previous one. Different clocks must not make it look stolen.
    for (const node of [one, other, right]) expect(await use(node, second)).toBe(200);
    for (const node of [one, other, right]) expect(await use(node, first)).toBe(200);
    const again = await refresh(right, device, first);
    expect(decodeJwt(again).jti).toBe(decodeJwt(second).jti);
  }
});

test('recent data is kept, whichever node cleans up', async () => {
  const { ahead, behind, right } = nodes;
  const device = new TestDevice();
  const token = await signIn(right, device);
  const { token: fileToken } = await readJson(call(right, { path: 'tenants/t/file-token', token }));
  const form = new FormData();
  form.append('file1', new Blob(['kept']), 'kept.txt');
  const stored = await readJson(
    fetch(`${right.url}/api/v1/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fileToken}` },
      body: form,
    }),
  );
  const skipped = (node: ServiceProcess) => node.errors().split('housekeeping skipped').length - 1;
  for (const node of [ahead, behind]) {
    const before = skipped(node);
    await expect.poll(() => skipped(node)).toBeGreaterThan(before + 1);
  }
  const file = await call(right, { method: 'GET', path: `files/${stored.uri}`, token: fileToken });
  expect([file.status, await file.text()]).toEqual([200, 'kept']);
  expect(await use(ahead, token)).toBe(200);
});

// This test is the last one, because the first code of a person invalidates the password.
test('a code of one node is valid on another', async () => {
  const { ahead, behind } = nodes;
  const { ticket } = await readJson(call(ahead, { path: 'auth/vemail', body: { email, purpose: 'login' } }));
  await expect.poll(() => ahead.errors()).toMatch(/verification code \d{6}/);
  const [, code] = /verification code (\d{6})/.exec(ahead.errors()) ?? [];
  expect((await readJson(call(behind, { path: 'auth/token', body: { email, code, ticket } }))).aid).toBe(
    'li',
  );
});
