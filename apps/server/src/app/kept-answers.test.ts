import { Agent, get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, assert, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openAccounts, password } from './test-accounts.ts';
import type { TestService } from './test-service.ts';

const tasks = 'GET /api/v1/tenants/t-one/user-tasks?skip=0&limit=0&state=awaiting&type=approval';
const flows = `GET /api/v1/tenants/t-one/user-flows?skip=0&limit=0&filter=${encodeURIComponent('{"state":"awaiting_approval"}')}`;

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await openAccounts();
  await service.work();
});
beforeEach(async () => {
  ({ token } = await service.signIn('li', password));
  await service.changes.settle();
  await vi.waitFor(() => assert(service.changes.isCurrent()), 10_000);
});
afterAll(() => service.close());

/** Asks once, and again. @returns both answers, and whether the second was given without asking who asks. */
async function askTwice(
  call: string,
  second: { call?: string; token?: string; headers?: Record<string, string> } = {},
) {
  const first = await service.ask(token, call);
  const { admissions } = service.accounts;
  assert(admissions);
  const gate = vi.spyOn(admissions, 'get');
  const again = await service.ask(second.token ?? token, second.call ?? call, undefined, second.headers);
  const wasKept = gate.mock.calls.length === 0;
  gate.mockRestore();
  return { first, again, wasKept };
}

/** Nothing is kept while it is not proven that all changes are told: a slow machine may take a while for that. */
function askUntilKept(call: string) {
  return vi.waitFor(async () => {
    const asked = await askTwice(call);
    assert(asked.wasKept);
    return asked;
  }, 10_000);
}

test.each([tasks, flows])('a count is given again as it was given: %s', async (call) => {
  const { first, again } = await askUntilKept(call);
  expect([first.statusCode, first.json()]).toEqual([200, { total: 0, data: [] }]);
  expect(again.body).toBe(first.body);
  expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
});

test('only to the same question of the same token from the same origin', async () => {
  const other = await service.signIn('wang', password);
  const origin = { origin: 'https://localhost' };
  for (const second of [
    { token: other.token },
    { headers: origin },
    { call: tasks.replace('awaiting', 'processed') },
    { call: tasks.replace('t-one', 't-two') },
  ]) {
    expect((await askTwice(tasks, second)).wasKept).toBe(false);
  }
  const allowed = await service.ask(token, tasks, undefined, origin);
  expect(allowed.headers['access-control-allow-origin']).toBe('https://localhost');
  expect((await service.ask(token, tasks)).headers['access-control-allow-origin']).toBeUndefined();
});

test.each([
  ['a list', tasks.replace('limit=0', 'limit=10')],
  ['what words were searched for', `${tasks}&keyword=a`],
])('%s is not kept', async (_, call) => {
  const { again, wasKept } = await askTwice(call);
  expect([again.statusCode, wasKept]).toEqual([200, false]);
});

test('not to who is not let in, and not past the end of the token', async () => {
  expect((await askTwice(tasks, { token: 'nobody' })).again.statusCode).toBe(401);
  await askUntilKept(tasks);
  const before = service.time.now;
  service.time.now += 31 * 86_400_000;
  const late = await service.ask(token, tasks);
  service.time.now = before;
  expect([late.statusCode, late.json().code]).toEqual([401, 'login.token_expired']);
});

test('not where the tenant has got a server of its own meanwhile', async () => {
  await askUntilKept(tasks);
  await sql`update tenants set service_api = 'https://nowhere.invalid' where tid = 't-one'`.execute(
    service.db,
  );
  await service.changes.settle();
  const elsewhere = await service.ask(token, tasks);
  await sql`update tenants set service_api = null where tid = 't-one'`.execute(service.db);
  await service.changes.settle();
  expect(elsewhere.json().code).toBe('work.request_failed');
  expect((await service.ask(token, tasks)).statusCode).toBe(200);
});

test('a node that ends tells its clients to take another', async () => {
  const ending = await openAccounts();
  const { token: own } = await ending.signIn('li', password);
  const address = new URL(await ending.listen());
  await vi.waitFor(() => assert(ending.changes.isCurrent()), 10_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = new URL(tasks.slice('GET '.length), address);
      const headers = { authorization: `Bearer ${own}` };
      get(url, { agent, headers }, (answer) => answer.resume().once('end', () => resolve(answer))).once(
        'error',
        reject,
      );
    });
  await ask();
  expect((await ask()).headers.connection).toBe('keep-alive');
  const closing = ending.close();
  expect((await ask()).headers.connection).toBe('close');
  agent.destroy();
  await closing;
});
