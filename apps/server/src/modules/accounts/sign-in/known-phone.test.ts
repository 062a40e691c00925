import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, password } from '../../../../testing/accounts.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { registerOwnRelease } from '../../../../testing/nodes.ts';
import { TestDevice, type TestService } from '../../../../testing/service.ts';

let service: TestService;
const second = 1000;
const refreshPath = '/api/v1/auth/refresh-token';

beforeAll(async () => {
  service = await openAccounts();
  await registerOwnRelease(service.db);
});
afterAll(() => service.close());

test('signing in again and refreshing change rows in place, without index entries', async () => {
  await sql`update accounts set managed_by = 't-one' where aid = 'wang'`.execute(service.db);
  const device = new TestDevice();
  await service.signIn('wang', password, device);
  const updates = async (table: string) => {
    const { rows } = await sql<{ all: number; inPlace: number }>`
      select n_tup_upd::integer as all, n_tup_hot_upd::integer as "inPlace" from pg_stat_user_tables
      where relname = ${table}`.execute(service.db);
    return rows;
  };
  for (let times = 0; times < 5; times += 1) {
    service.time.now += 60 * second;
    const { token } = await service.signIn('wang', password, device);
    const dpop = await device.prove({ path: refreshPath, now: service.time.now, token });
    const refreshed = await service.ask(token, `POST ${refreshPath}`, undefined, { dpop });
    expect(refreshed.statusCode).toBe(200);
  }
  // The statistics of a connection become visible some time after its transactions.
  for (const [table, count] of [
    ['sessions', 5],
    ['devices', 10],
  ] as const)
    await eventually(async () => {
      expect(await updates(table)).toEqual([{ all: count, inPlace: count }]);
    });
});

test('ids of sessions and tokens ascend with time, and those of tokens tell when they expire', async () => {
  const { token, expire } = await service.signIn('li', password);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims.jti).toMatch(/^[0-9a-v]{20}$/);
  expect(Number.parseInt(claims.jti.slice(0, 9), 32) - 2 ** 44).toBe(expire);
  const { sid } = await service.db
    .selectFrom('session_tokens')
    .select('sid')
    .where('jti', '=', claims.jti)
    .executeTakeFirstOrThrow();
  expect(sid).toMatch(/^[0-9a-v]{20}$/);
});

test('after the loss of the used proofs a proof is rejected once, as the app repeats the call with the time of the answer', async () => {
  const device = new TestDevice();
  const form = async () => ({ username: 'li', password, device: await device.register(service.time.now) });
  const signIn = (body: object) => service.ask(null, 'POST /api/v1/auth/token', body);
  const former = await form();
  expect((await signIn(former)).statusCode).toBe(200);
  await sql`truncate recent_proof_uses, recent_proof_uses_start`.execute(service.db);
  const lostAt = service.time.now;
  const since = performance.now();
  const first = await signIn(await form());
  expect(first.json()).toMatchObject({ code: 'login.device_proof_invalid', params: { reason: 'stale' } });
  // The service answers when a proof of that moment, in whole seconds, is accepted.
  const waitedMs = performance.now() - since;
  service.time.now = lostAt + Math.floor(waitedMs / second) * second;
  expect((await signIn(await form())).statusCode).toBe(200);
  service.time.now += 60 * second;
  const replayed = await signIn(former);
  expect(replayed.json()).toMatchObject({ code: 'login.device_proof_invalid', params: { reason: 'stale' } });
});
