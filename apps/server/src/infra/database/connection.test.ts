import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { makeTestFolder } from '../../../testing/folder.ts';
import { connect, type DatabaseConnection, inTransaction } from './connection.util.ts';
import { assertServerVersion, openDatabase } from './index.ts';

let database: DatabaseConnection;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test('returns a bigint as a number and a timestamp as a Date', async () => {
  const { rows } =
    await sql`select 9007199254740991 as large, timestamptz '2026-01-02 03:04:05.678+08' as instant`.execute(
      database.handle,
    );
  expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER, instant: new Date('2026-01-01T19:04:05.678Z') }]);
});

test('rejects a bigint that a number cannot hold instead of rounding it', async () => {
  await expect(sql`select 9007199254740993 as n`.execute(database.handle)).rejects.toThrow(RangeError);
  expect((await sql`select 1 as n`.execute(database.handle)).rows).toEqual([{ n: 1 }]);
});

test('joins a nested transaction to the outer one and rolls it back with it', async () => {
  await sql`create table note (text text)`.execute(database.handle);
  const failing = inTransaction(database.handle, async (outer) => {
    await inTransaction(outer, (inner) => sql`insert into note values ('lost')`.execute(inner));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect((await sql`select * from note`.execute(database.handle)).rows).toEqual([]);
});

test('sends statements that are started together in one round trip and executes them in their order', async () => {
  const proxy = await openDatabaseProxy(database.url);
  const near = connect({ url: proxy.url, maximumConnections: 1 });
  try {
    await sql`create table line (number integer generated always as identity, text text)`.execute(
      near.handle,
    );
    const before = proxy.roundTrips();
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const numbers = await inTransaction(near.handle, (transaction) =>
      Promise.all(
        texts.map(async (text) => {
          const insert = sql<{ number: number }>`insert into line (text) values (${text}) returning number`;
          return (await insert.execute(transaction)).rows[0]?.number;
        }),
      ),
    );
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    // The begin, the statements, the commit.
    expect(proxy.roundTrips() - before).toBe(3);
  } finally {
    await near.close();
    await proxy.close();
  }
});

test('rolls back statements that were sent with a failed one, and reports the failed one', async () => {
  await sql`create table attempt (text text)`.execute(database.handle);
  const insert = (text: string) => sql`insert into attempt values (${text})`;
  const failing = inTransaction(database.handle, (transaction) =>
    Promise.all([
      insert('before').execute(transaction),
      sql`select 1 / 0`.execute(transaction),
      insert('after').execute(transaction),
    ]),
  );
  await expect(failing).rejects.toThrow('division by zero');
  expect((await sql`select * from attempt`.execute(database.handle)).rows).toEqual([]);
});

test('starts no statement behind the rollback, which would be committed on its own', async () => {
  await sql`create table late (text text)`.execute(database.handle);
  let late: Promise<string> | undefined;
  const failing = inTransaction(database.handle, async (transaction) => {
    const failed = sql`select 1 / 0`.execute(transaction);
    late = failed
      .catch(async () => {
        // The rollback is sent, and its answer needs another turn of the event loop.
        for (let times = 0; times < 50; times += 1) await Promise.resolve();
        await sql`insert into late values ('late')`.execute(transaction);
      })
      .then(
        () => 'executed',
        (error: Error) => error.message,
      );
    await failed;
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await late).toBe('the work of the transaction has ended');
  expect((await sql`select * from late`.execute(database.handle)).rows).toEqual([]);
});

test('copies rows on a connection of the pool', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    let text = '';
    const rows = client.query(copyTo("copy (values ('a'), ('b')) to stdout"));
    for await (const chunk of rows) text += String(chunk);
    await client.query('commit');
    expect(text).toBe('a\nb\n');
  } finally {
    client.release(true);
  }
});

test('replaces a connection that the server ended', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    database.handle,
  );
  expect((await sql`select 1 as n`.execute(database.handle)).rows).toEqual([{ n: 1 }]);
});

test('fails only the transaction whose connection ended between two statements', async () => {
  const work = inTransaction(database.handle, async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.handle);
    await sql`select 1`.execute(transaction);
  });
  await expect(work).rejects.toThrow(/terminat|closed|queryable/i);
  expect((await sql`select 1 as n`.execute(database.handle)).rows).toEqual([{ n: 1 }]);
});

test('sorts names in the order that Chinese readers expect', async () => {
  const { rows } = await sql<{ name: string }>`
    select name from (values ('张伟'), ('李娜'), ('王芳')) as people (name) order by name collate "zh-x-icu"`.execute(
    database.handle,
  );
  expect(rows.map((row) => row.name)).toEqual(['李娜', '王芳', '张伟']);
});

test('names the setting of an unreachable database', async () => {
  const opening = openDatabase({
    purpose: 'start',
    databaseUrl: 'postgresql://127.0.0.1:1/none',
    dataDir: makeTestFolder(),
  });
  await expect(opening).rejects.toMatchObject({
    code: 'database.unreachable',
    message: expect.stringContaining('DATABASE_URL'),
  });
});

test('refuses PostgreSQL before version 15 and accepts version 15', () => {
  expect(() => assertServerVersion(140_021)).toThrow('has version 14, but the service requires 15 or later');
  expect(() => assertServerVersion(150_000)).not.toThrow();
});

test('ends pool connections on close, even those used without Kysely', async () => {
  const connection = connect({ url: database.url });
  await connection.pool.query('select 1');
  await connection.close();
  expect(connection.pool.totalCount).toBe(0);
});
