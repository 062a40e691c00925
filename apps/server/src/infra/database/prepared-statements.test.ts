import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import type { DatabaseConnection } from './connection.util.ts';

let database: DatabaseConnection;
let one: DatabaseConnection;

beforeAll(async () => {
  database = await openTestDatabase();
  // The number of prepared statements is limited per process, and other files share the process.
  vi.resetModules();
  const { connect } = await import('./connection.util.ts');
  one = connect({ url: database.url, maximumConnections: 1 });
  await sql`create table note (id integer, text text)`.execute(database.handle);
  await sql`insert into note values (1, 'a')`.execute(database.handle);
});

afterAll(async () => {
  await one.close();
  await database.close();
});

async function prepared(of: string): Promise<number> {
  const { rows } = await one.pool.query<{ n: number }>({
    text: `select count(*)::integer as n from pg_prepared_statements where position('${of}' in statement) = 1`,
  });
  return rows[0]?.n ?? 0;
}

test('prepares a frequent statement once and tolerates an added column', async () => {
  const ask = (id: number) =>
    sql<{ text: string }>`select text from note where id = ${id}`.execute(one.handle);
  for (let n = 0; n < 4; n += 1) await ask(1);
  expect(await prepared('select text from note')).toBe(0);
  for (let n = 0; n < 4; n += 1) expect((await ask(1)).rows).toEqual([{ text: 'a' }]);
  expect(await prepared('select text from note')).toBe(1);
  await sql`alter table note add column more text default 'b'`.execute(database.handle);
  expect((await ask(1)).rows).toEqual([{ text: 'a' }]);
  expect((await ask(2)).rows).toEqual([]);
});

test('never prepares a query for all columns, so that an added column does not break it', async () => {
  const ask = () => sql<{ id: number }>`select * from note where id = ${1}`.execute(one.handle);
  for (let n = 0; n < 8; n += 1) await ask();
  expect(await prepared('select * from note')).toBe(0);
  await sql`alter table note add column last text`.execute(database.handle);
  expect((await ask()).rows).toHaveLength(1);
});

test('prepares a write whose source selects all columns, but none that returns them', async () => {
  const add = async (id: number, end: string) => {
    const source = sql`select * from json_to_recordset(${`[{"id":${id}}]`}::json) as x (id integer)`;
    await sql`insert into note (id) ${source} ${sql.raw(end)}`.execute(one.handle);
  };
  for (let n = 0; n < 8; n += 1) {
    await add(n, '');
    await add(n, 'returning *');
  }
  const { rows } = await one.pool.query<{ statement: string }>({
    text: `select statement from pg_prepared_statements where position('insert into note' in statement) = 1`,
  });
  expect(rows.map(({ statement }) => statement.endsWith('returning *'))).toEqual([false]);
});

test('prepares a statement that multiplies', async () => {
  for (let n = 0; n < 8; n += 1)
    expect((await sql`select 2 * ${n}::integer as n`.execute(one.handle)).rows).toEqual([{ n: 2 * n }]);
  expect(await prepared('select 2 *')).toBe(1);
});

test('reports the error of a failing prepared statement and can run the statement again', async () => {
  const divide = (by: number) => sql<{ n: number }>`select 6 / ${by}::integer as n`.execute(one.handle);
  for (let n = 0; n < 6; n += 1) await divide(2);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(3)).rows).toEqual([{ n: 2 }]);
});

test('derives the name of a prepared statement from its text, on every node', async () => {
  const named = async (text: string) =>
    (await one.pool.query<{ n: number }>({ name: 'chosen', text, values: [1] })).rows[0]?.n;
  // A pooler can hand out a connection that a node of another release has used.
  expect([await named('select $1::integer as n'), await named('select $1::integer + 1 as n')]).toEqual([
    1, 2,
  ]);
  const { rows } = await one.pool.query<{ name: string; statement: string }>(
    'select name, statement from pg_prepared_statements',
  );
  for (const { name, statement } of rows)
    expect(name).toMatch(new RegExp(`^[a-z_]+_${hash('sha256', statement).slice(0, 32)}$`));
  expect(rows.filter(({ name }) => name.startsWith('chosen_'))).toHaveLength(2);
  expect(rows.filter(({ name }) => name.startsWith('often_')).length).toBeGreaterThan(0);
});
