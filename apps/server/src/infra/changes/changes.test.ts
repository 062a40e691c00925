import { sql } from 'kysely';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createAccount } from '../../modules/accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../../modules/tenants/tenants.usecases.ts';
import type { DatabaseConnection } from '../database/index.ts';
import type { Change } from './changes.port.ts';
import { createChangeFeed, type StartableChangeFeed } from './postgres.adapter.ts';

let database: DatabaseConnection;
let feed: StartableChangeFeed;
let end: () => Promise<void>;
const received: (Change | 'lost')[] = [];
const troubles: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const { url, pool, handle: db } = database;
  feed = createChangeFeed({ url, pool, onError: (error) => troubles.push(error) });
  feed.subscribe((change) => void received.push(change));
  end = feed.start();
  await eventually(() => assert(feed.isCurrent()));
  await createTenant(db, { tid: 't', name: '甲', serviceVersion: '1' });
  for (let index = 0; index < 30; index += 1) {
    await createAccount(db, { aid: `a${index}`, username: `u${index}`, password: 'Passw0rd!' });
    await addMember(db, { tid: 't', fid: `f${index}`, aid: `a${index}`, name: '人', roles: ['users'] });
  }
});

afterAll(async () => {
  await end();
  await database.close();
});

async function changesOf(statement: string): Promise<(Change | 'lost')[]> {
  await feed.catchUp();
  received.length = 0;
  await sql.raw(statement).execute(database.handle);
  await feed.catchUp();
  return [...received];
}

test('has published every committed change, by ids alone, once the feed is settled', async () => {
  expect(await changesOf(`update memberships set state = 'ended' where fid = 'f1'`)).toEqual([
    { topic: 'membership', tid: 't', fid: 'f1', aid: 'a1' },
  ]);
  expect(await changesOf(`delete from membership_roles where fid = 'f2'`)).toEqual([
    { topic: 'membership', tid: 't', fid: 'f2' },
  ]);
  expect(await changesOf(`update roles set rights = '{}' where role_id = 'others'`)).toEqual([
    { topic: 'role', tid: 't' },
  ]);
  expect(await changesOf(`update accounts set state = 'closed' where aid = 'a3'`)).toEqual([
    { topic: 'account', aid: 'a3' },
  ]);
  expect(
    await changesOf(
      `insert into message_channels (session_id, key, kind, title) values ('m', 'k', 'announcement', '告')`,
    ),
  ).toEqual([{ topic: 'message', id: 'm' }]);
});

test('does not publish irrelevant or rolled-back changes', async () => {
  expect(await changesOf(`update accounts set failed_sign_ins = 3 where aid = 'a4'`)).toEqual([]);
  expect(await changesOf(`begin; update accounts set state = 'closed' where aid = 'a4'; rollback`)).toEqual(
    [],
  );
});

test('publishes a statement over many rows as one change of the tenant', async () => {
  expect(await changesOf(`update memberships set name = '众'`)).toEqual([{ topic: 'membership', tid: 't' }]);
});

test('publishes a reassignment for both the former and the new assignee', async () => {
  await changesOf(`
    insert into flow_types values ('t', 1, 'file_out', '外发', '{}');
    insert into flows values ('flow', 't', 1, 'file_out', '题', '', 'approving', 0, '{}', 'f5', null, now(), now());
    insert into flow_tasks (task_id, flow_id, position, tid, step, assignee_fid, state, created_at, added)
      values ('task', 'flow', 0, 't', 'approve', 'f6', 'awaiting', now(), false)`);
  const changes = await changesOf(`update flow_tasks set assignee_fid = 'f7'`);
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining(['f6', 'f7'].map((fid) => ({ topic: 'task', tid: 't', fid, id: 'task' }))),
  );
});

test('reports lost changes when the connection is cut and again after it reconnects', async () => {
  await changesOf('select 1');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sealflow changes'
    and datname = current_database()`.execute(database.handle);
  await eventually(() => expect(received).toEqual(['lost', 'lost']));
  await eventually(() => expect(feed.isCurrent()).toBe(true));
  expect(troubles.length).toBeGreaterThan(0);
  expect(await changesOf(`delete from membership_roles where fid = 'f8'`)).toHaveLength(1);
});
