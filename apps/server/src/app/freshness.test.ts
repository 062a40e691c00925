import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAccounts, password } from '../../testing/accounts.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/database-proxy.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Node, openNode } from '../../testing/node.ts';
import type { TestService } from '../../testing/service.ts';
import { readConfig } from '../infra/config/config.schemas.ts';
import { entryKeyOf } from '../infra/response-cache/entry-table.util.ts';
import { createTaggedCache, recordChangedTags } from '../infra/response-cache/tagged-cache.util.ts';
import type { Service } from './service.compose.ts';

const tasksCall = '/api/v1/tenants/t-one/user-tasks?skip=0&limit=0&state=awaiting&type=approval';
const flowsCall = '/api/v1/tenants/t-one/user-flows?skip=0&limit=0&state=awaiting_approval';
/** Maximum staleness of the caches of both nodes, in milliseconds. */
const second = 1000;

let near: TestService;
let far: Node;
let proxy: DatabaseProxy;
let token: string;

// Two nodes on one database. The far node receives notifications through a proxy.
beforeAll(async () => {
  near = await openAccounts({ LOG_LEVEL: 'warn' });
  await near.listen();
  proxy = await openDatabaseProxy(near.database.url);
  far = await openNode(near, { config: { ...near.config, databaseListenUrl: proxy.url } });
  await sql`insert into flow_types values ('t-one', 1, 'file_out', '外发', '{}')`.execute(near.db);
  ({ token } = await near.signIn('wang', password));
});

beforeEach(() => eventually(() => assert(near.changes.isCurrent() && far.changes.isCurrent())));

afterAll(async () => {
  await far.close();
  await proxy.close();
  await near.close();
});

/** Submits an application of wang that wang must decide. */
async function addTask(): Promise<void> {
  const id = randomUUID();
  await sql
    .raw(`
    insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at,
      updated_at) values ('${id}', 't-one', 1, 'file_out', '题', '', 'approving', 0, '{}', 'f-wang', now(), now());
    insert into flow_tasks (task_id, flow_id, position, tid, step, assignee_fid, state, created_at, added)
      values ('${id}', '${id}', 0, 't-one', 'approve', 'f-wang', 'awaiting', now(), false)`)
    .execute(near.db);
}

/** Sends a request over the network, because the cache of a node responds before the routes. */
async function ask(node: Service, path: string, bearer = token) {
  const { port } = new URL(node.publicUrl());
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const body = (await response.json()) as { total: number };
  return { statusCode: response.status, json: () => body };
}

async function totals(node: Service): Promise<number[]> {
  const responses = await Promise.all([tasksCall, flowsCall].map((url) => ask(node, url)));
  return responses.map((response) => response.json().total);
}

/** Repeats a request until the response is correct. @returns the time of the last stale request, in milliseconds. */
async function timeUntil(isRight: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  let wrong = 0;
  for (;;) {
    // The age of a response counts from its request, however long it takes to arrive.
    const requestedAt = performance.now() - begun;
    if (await isRight()) return wrong;
    wrong = requestedAt;
    expect(requestedAt).toBeLessThan(30 * second);
  }
}

async function isFar(expected: number): Promise<boolean> {
  return (await totals(far)).every((total) => total === expected);
}

describe('cached counts', () => {
  test('are correct on every node once the change is published', async () => {
    const [before = 0] = await totals(far);
    await totals(far);
    await addTask();
    await Promise.all([near.changes.catchUp(), far.changes.catchUp()]);
    expect(await totals(near)).toEqual([before + 1, before + 1]);
    expect(await totals(far)).toEqual([before + 1, before + 1]);
  });

  test('cause no database queries while nothing changes', async () => {
    // A slow machine needs time to prove that the change feed is complete. Until then no response is cached.
    await eventually(async () => {
      await totals(far);
      const query = vi.spyOn(far.database.pool, 'query');
      await totals(far);
      const named = query.mock.calls.filter(([statement]) => typeof statement === 'object');
      query.mockRestore();
      expect(named).toEqual([]);
    });
  });

  test.each([
    ['stops responding', async () => proxy.silence()],
    ['breaks and cannot be restored', async () => proxy.cut()],
    [
      'is ended by the server',
      () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sealflow changes' and datname = current_database()`.execute(near.db),
    ],
  ])('are at most one second stale while the change connection %s', async (_, disturb) => {
    const [before = 0] = await totals(far);
    await totals(far);
    await disturb();
    await addTask();
    expect(await timeUntil(() => isFar(before + 1))).toBeLessThan(second);
    // Later responses are also correct.
    await addTask();
    expect(await timeUntil(() => isFar(before + 2))).toBeLessThan(second);
    proxy.heal();
    await eventually(() => assert(far.changes.isCurrent()));
    expect(await totals(far)).toEqual([before + 2, before + 2]);
  });

  test('are not kept if a change arrives during the read', async () => {
    const cache = createTaggedCache<number>({
      changedTags: recordChangedTags(far.changes, ({ topic }) => [topic]),
      clock: Date.now,
      maxEntries: 10,
      maxEntriesPerFirstTag: 10,
    });
    const readThen = async (meanwhile: () => Promise<unknown>) => {
      await cache.read(
        entryKeyOf('key'),
        async () => {
          const { rows } = await sql<{ n: number }>`select count(*)::integer as n from flow_tasks`.execute(
            far.db,
          );
          await meanwhile();
          return rows[0]?.n ?? 0;
        },
        (value) => ({ value, tags: ['task'] }),
      );
      return cache.get(entryKeyOf('key'));
    };
    await eventually(async () => expect(await readThen(async () => {})).toBeTypeOf('number'));
    const overtaken = await readThen(async () => {
      await addTask();
      await far.changes.catchUp();
    });
    expect(overtaken).toBeUndefined();
    const lost = await readThen(async () => {
      proxy.cut();
      await eventually(() => assert(!far.changes.isCurrent()));
      proxy.heal();
      await eventually(() => assert(far.changes.isCurrent()));
    });
    expect(lost).toBeUndefined();
  });
});

describe('cached authorization', () => {
  test.each([
    ['an ended session', `update sessions set ended_at = now(), end_reason = 'logout' where aid = 'li'`, 401],
    ['an ended membership', `update memberships set state = 'ended' where fid = 'f-li'`, 403],
    ['a denied right', `update memberships set deny = '{app_login}' where fid = 'f-li'`, 403],
    [
      'a role without rights',
      `update roles set rights = '{}' where tid = 't-one' and role_id = 'users'`,
      403,
    ],
    ['a removed role', `delete from membership_roles where fid = 'f-li'`, 403],
    ['a closed account', `update accounts set state = 'closed' where aid = 'li'`, 401],
  ])('%s is rejected on the other node once the change is published', async (_, change, status) => {
    const { token: own } = await near.signIn('li', password);
    expect((await ask(far, tasksCall, own)).statusCode).toBe(200);
    expect((await ask(far, tasksCall, own)).statusCode).toBe(200);
    await sql.raw(change).execute(near.db);
    await far.changes.catchUp();
    const refused = await ask(far, tasksCall, own);
    expect([refused.statusCode, refused.json().total]).toEqual([status, undefined]);
    await sql
      .raw(`
      update memberships set state = 'active', deny = '{}' where fid = 'f-li';
      update roles set rights = '{app_login}' where tid = 't-one' and role_id = 'users';
      insert into membership_roles values ('t-one', 'f-li', 'users') on conflict do nothing;
      update accounts set state = 'active' where aid = 'li'`)
      .execute(near.db);
  });

  test('ends at sign-out, at once on the same node and within one second elsewhere despite a silent connection', async () => {
    const { token: own } = await near.signIn('li', password);
    for (const node of [near, far, near, far]) expect((await ask(node, tasksCall, own)).statusCode).toBe(200);
    proxy.silence();
    expect((await near.ask(own, 'POST /api/v1/auth/logout')).statusCode).toBe(204);
    expect((await ask(near, tasksCall, own)).statusCode).toBe(401);
    const elapsed = await timeUntil(async () => (await ask(far, tasksCall, own)).statusCode === 401);
    proxy.heal();
    expect(elapsed).toBeLessThan(second);
  });

  test('is not used for a call that changes data', async () => {
    const { token: own } = await near.signIn('li', password);
    expect((await ask(far, tasksCall, own)).statusCode).toBe(200);
    proxy.silence();
    await sql`update sessions set ended_at = now(), end_reason = 'logout' where aid = 'li'`.execute(near.db);
    const decided = await far.app.inject({
      method: 'POST',
      url: '/api/v1/tenants/t-one/tasks/any/actions/approve',
      headers: { authorization: `Bearer ${own}` },
      payload: {},
    });
    proxy.heal();
    expect(decided.statusCode).toBe(401);
  });
});

test('an unreachable DATABASE_LISTEN_URL disables the cache and keeps counts correct', async () => {
  const databaseListenUrl = 'postgresql://nobody@127.0.0.1:1/none';
  const alone = await openNode(near, { config: { ...readConfig({}), ...near.config, databaseListenUrl } });
  const before = await totals(alone);
  await addTask();
  expect(await totals(alone)).toEqual(before.map((total) => total + 1));
  await alone.close();
});
