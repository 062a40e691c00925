import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { connect, type DatabaseConnection } from './connection.util.ts';
import { isDatabaseUnavailable } from './database.errors.ts';

let place: DatabaseConnection;
let database: DatabaseConnection;
beforeAll(async () => {
  place = await openTestDatabase();
  database = connect({ url: place.url, maximumConnections: 4, statementTimeoutMs: 200 });
});
afterAll(async () => {
  await database.close();
  await place.close();
});

const ways = {
  'by the query builder': () => sql`select 1 as one`.execute(database.handle),
  'by the pool': () => database.pool.query('select 1 as one'),
  'by the pool, with values': () => database.pool.query('select $1::int as one', [1]),
  'in a transaction': () =>
    database.handle.transaction().execute((transaction) => sql`select 1 as one`.execute(transaction)),
};

test('abandons a server that stops responding, for every kind of query, and reconnects', async () => {
  const held = await Promise.all(Object.keys(ways).map(() => database.pool.connect()));
  const pids = await Promise.all(held.map(pidOf));
  for (const client of held) client.release();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const failures = await Promise.all(
      Object.values(ways).map((ask) =>
        ask().then(
          () => 'answered',
          (error: unknown) => error,
        ),
      ),
    );
    expect(failures.map(isDatabaseUnavailable)).toEqual(failures.map(() => true));
    // The pool has free connections again.
    for (const ask of Object.values(ways)) expect((await ask()).rows).toEqual([{ one: 1 }]);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
});

async function pidOf(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

test('does not reuse a read-only connection', async () => {
  await place.pool.query('create table scratch (one int)');
  const one = connect({ url: place.url, maximumConnections: 1 });
  const before = (await one.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  await one.pool.query('set default_transaction_read_only = on');
  const failure = await one.pool.query('insert into scratch values (1)').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await expect
    .poll(async () => (await one.pool.query('select pg_backend_pid() as pid')).rows[0].pid)
    .not.toBe(before);
  await one.pool.query('insert into scratch values (1)');
  await one.close();
});
