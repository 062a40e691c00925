import { Client, Pool } from 'pg';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { isDatabaseUnavailable, isUnstorableText } from './database.errors.ts';

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('classifies an unreachable server and an ended session as database unavailable', async () => {
  const nowhere = new Client({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(isDatabaseUnavailable(await failureOf(nowhere.connect()))).toBe(true);
  const byName = new Client({ connectionString: 'postgresql://nobody@localhost:1/none' });
  expect(isDatabaseUnavailable(await failureOf(byName.connect()))).toBe(true);

  const database = await openTestDatabase();
  const pool = new Pool({ connectionString: database.url });
  pool.on('error', () => {});
  const client = await pool.connect();
  client.on('error', () => {});
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const asleep = failureOf(client.query('select pg_sleep(60)'));
  await expect
    .poll(async () => {
      const { rows: ended } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and query like '%pg_sleep%'`,
        [rows[0].pid],
      );
      return ended.length;
    })
    .toBe(1);
  expect(isDatabaseUnavailable(await asleep)).toBe(true);
  expect(isDatabaseUnavailable(await failureOf(client.query('select 1')))).toBe(true);
  client.release(true);

  expect(isDatabaseUnavailable(await failureOf(database.pool.query('select nothing from nowhere')))).toBe(
    false,
  );
  expect(isDatabaseUnavailable(new Error('row 08006 is broken'))).toBe(false);
  expect(isDatabaseUnavailable('ECONNREFUSED')).toBe(false);
  await pool.end();
  await database.close();
});

test.each([
  ['53100', true],
  ['57014', true],
  ['40P01', true],
  ['25006', true],
  ['EAI_AGAIN', true],
  ['ENOENT', true],
  ['23505', false],
  ['22P02', false],
])('classifies %s as a temporary failure: %s', (code, passes) => {
  const error = Object.assign(new Error('said by the system'), { code, syscall: 'connect' });
  expect(isDatabaseUnavailable(error)).toBe(passes);
});

test('does not classify a missing file as database unavailable', () => {
  expect(
    isDatabaseUnavailable(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' })),
  ).toBe(false);
});

test('recognizes a text that the database cannot store', async () => {
  const database = await openTestDatabase();
  const failed = (query: string, values: unknown[]) => failureOf(database.pool.query(query, values));
  expect(isUnstorableText(await failed('select $1::text', ['a\0b']))).toBe(true);
  expect(isUnstorableText(await failed("select $1::json ->> 'a'", ['{"a":"\\u0000"}']))).toBe(true);
  expect(isUnstorableText(await failed("select $1::json ->> 'a'", ['{"a":"\\ud800"}']))).toBe(true);
  expect(isUnstorableText(await failed('select $1::json', ['{']))).toBe(false);
  expect(isUnstorableText(await failed('select $1::integer', ['x']))).toBe(false);
  await database.close();
});
