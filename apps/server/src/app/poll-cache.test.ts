import { Agent } from 'node:http';
import { sql } from 'kysely';
import { afterAll, assert, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openAccounts, password } from '../../testing/accounts.ts';
import { type PolledRequest, poll, pollUntilKept } from '../../testing/cached-answers.ts';
import { eventually } from '../../testing/eventually.ts';
import type { TestService } from '../../testing/service.ts';

const tasks = '/api/v1/tenants/t-one/user-tasks?skip=0&limit=0&state=awaiting&type=approval';
const filter = encodeURIComponent('{"state":"awaiting_approval"}');
const flows = `/api/v1/tenants/t-one/user-flows?skip=0&limit=0&filter=${filter}`;

/** Milliseconds after which the last proof of the feed has expired and the next one has timed out. */
const proofExpiryMs = 1200;

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await openAccounts({ LOG_LEVEL: 'warn' });
  await service.listen();
});
beforeEach(async () => {
  ({ token } = await service.signIn('li', password));
  await service.changes.catchUp();
});
afterAll(() => service.close());

type Asking = Partial<PolledRequest> & Pick<PolledRequest, 'path'>;
const ask = (asking: Asking) => poll({ of: service, bearer: token, ...asking });
const askUntilKept = (asking: Asking) => pollUntilKept({ of: service, bearer: token, ...asking });

test.each([tasks, flows])('repeats a cached count unchanged: %s', async (path) => {
  const { first, again } = await askUntilKept({ path });
  expect([first.status, JSON.parse(first.body)]).toEqual([200, { total: 0, data: [] }]);
  expect(again.body).toBe(first.body);
  expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
});

test('serves a cached count after the node was blocked, without losing changes', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await askUntilKept({ path: tasks, agent });
  const late = ask({ path: tasks, agent });
  const proof = service.changes.catchUp();
  const lost = vi.fn<() => void>();
  const unsubscribe = service.changes.subscribe((change) => change === 'lost' && lost());
  await new Promise((resolve) => setImmediate(resolve));
  for (const begun = performance.now(); performance.now() - begun < proofExpiryMs; );
  expect(service.changes.isCurrent()).toBe(false);
  expect(await late).toMatchObject({ status: 200, wasKept: true });
  await proof;
  unsubscribe();
  expect(lost).not.toHaveBeenCalled();
  agent.destroy();
});

test('serves a cached count only for the same request, token and origin', async () => {
  const other = await service.signIn('wang', password);
  const headers = { origin: 'https://localhost' };
  for (const second of [
    { path: tasks, bearer: other.token },
    { path: tasks, headers },
    { path: tasks.replace('awaiting', 'processed') },
    { path: tasks.replace('t-one', 't-two') },
  ]) {
    await askUntilKept({ path: tasks });
    expect((await ask(second)).wasKept).toBe(false);
  }
  const allowed = async (asking: Asking) => (await ask(asking)).headers['access-control-allow-origin'];
  expect(await allowed({ path: tasks, headers })).toBe('https://localhost');
  expect(await allowed({ path: tasks })).toBeUndefined();
});

test('a cached count has the headers of its own request, although others share it', async () => {
  const other = await service.signIn('wang', password);
  const origins = [undefined, 'https://localhost', 'capacitor://localhost', 'https://elsewhere.example'];
  const ofOrigin = (origin: string | undefined, bearer: string) =>
    askUntilKept({ path: tasks, bearer, headers: origin === undefined ? {} : { origin } });
  for (const bearer of [token, other.token]) {
    for (const origin of origins) {
      const { first, again } = await ofOrigin(origin, bearer);
      expect(again.headers['access-control-allow-origin']).toBe(
        origin?.endsWith('example') ? undefined : origin,
      );
      expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
    }
  }
});

test.each([
  ['a long list', tasks.replace('limit=0', 'limit=21')],
  ['a farther page', tasks.replace('skip=0&limit=0', 'skip=20&limit=10')],
  ['a search of a list', `${tasks.replace('limit=0', 'limit=10')}&keyword=a`],
  ['a search by keyword', `${tasks}&keyword=a`],
])('%s is not cached', async (_, path) => {
  await askUntilKept({ path: tasks });
  const [first, again] = [await ask({ path }), await ask({ path })];
  expect([first.status, first.wasKept, again.wasKept]).toEqual([200, false, false]);
});

test('rejects unauthenticated requests and expired tokens despite a cached count', async () => {
  await askUntilKept({ path: tasks });
  expect((await ask({ path: tasks, bearer: 'nobody' })).status).toBe(401);
  const before = service.time.now;
  service.time.now += 31 * 86_400_000;
  const late = await ask({ path: tasks });
  service.time.now = before;
  expect([late.status, JSON.parse(late.body).code]).toEqual([401, 'login.token_expired']);
});

test('does not cache a count if the session ends after its authentication and before the answer', async () => {
  await askUntilKept({ path: flows });
  const { authenticator } = service.app.guard;
  const authenticate = authenticator.member.bind(authenticator);
  const spy = vi.spyOn(authenticator, 'member').mockImplementationOnce(async (...args) => {
    const caller = await authenticate(...args);
    await sql`update sessions set ended_at = now(), end_reason = 'logout' where sid = ${caller.session.sid}`.execute(
      service.db,
    );
    await service.changes.catchUp();
    return caller;
  });
  expect(await ask({ path: tasks })).toMatchObject({ status: 200, wasKept: false });
  spy.mockRestore();
  expect(await ask({ path: tasks })).toMatchObject({ status: 401, wasKept: false });
});

test('serves no cached count once the tenant has a server of its own', async () => {
  await askUntilKept({ path: tasks });
  await sql`update tenants set service_api = 'https://nowhere.invalid' where tid = 't-one'`.execute(
    service.db,
  );
  await service.changes.catchUp();
  const elsewhere = await ask({ path: tasks });
  await sql`update tenants set service_api = null where tid = 't-one'`.execute(service.db);
  await service.changes.catchUp();
  expect(JSON.parse(elsewhere.body).code).toBe('work.request_failed');
  expect((await ask({ path: tasks })).status).toBe(200);
});

test('measures cache hits and caches nothing while every call is logged', async () => {
  await askUntilKept({ path: tasks });
  const route = '/api/v1/tenants/:tid/user-tasks';
  const given = service.app.guard.responseCache?.hitsByRoute.get(route) ?? 0;
  expect(given).toBeGreaterThan(0);
  expect(await service.metrics.registry.metrics()).toContain(
    `sealflow_http_kept_answers{route="${route}"} ${given}`,
  );
  const talkative = await openAccounts();
  const { token: bearer } = await talkative.signIn('li', password);
  await talkative.listen();
  await eventually(() => assert(talkative.changes.isCurrent()));
  for (const _ of [1, 2, 3]) expect((await ask({ path: tasks, bearer, of: talkative })).status).toBe(200);
  expect(talkative.logLines.filter((line) => line.includes(route))).toHaveLength(3);
  await talkative.close();
});

test('asks clients to close the connection while the node shuts down', async () => {
  const of = await openAccounts({ LOG_LEVEL: 'warn' });
  const { token: bearer } = await of.signIn('li', password);
  await of.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asking = { path: tasks, bearer, of, agent };
  const { again } = await askUntilKept(asking);
  expect(again.headers.connection).toBe('keep-alive');
  const closing = of.close();
  expect((await ask(asking)).headers.connection).toBe('close');
  agent.destroy();
  await closing;
});
