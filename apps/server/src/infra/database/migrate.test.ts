import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { connect, type DatabaseConnection } from './connection.util.ts';
import { migrate } from './migrate.util.ts';
import { migrations } from './migrations/index.ts';

let database: DatabaseConnection;

const statement = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) });
const first = { '001-note': statement('create table note (text text not null)') };
const second = { ...first, '002-note-size': statement('alter table note add size integer') };

beforeAll(async () => {
  database = await openTestDatabase();
  // The test needs an empty database, because the template is already migrated.
  await sql`drop schema public cascade`.execute(database.handle);
  await sql`create schema public`.execute(database.handle);
});

afterAll(() => database.close());

test('runs the released migrations on an empty database, once', async () => {
  expect(await migrate(database.handle)).toEqual(Object.keys(migrations));
  expect(await migrate(database.handle)).toEqual([]);
});

test('names the released migrations in their order', () => {
  const names = Object.keys(migrations);
  expect(names).toEqual([...names].sort());
  for (const name of names) expect(name).toMatch(/^\d{3}-[a-z0-9-]+$/u);
});

async function withEmptyDatabase(work: (own: DatabaseConnection) => Promise<void>): Promise<void> {
  const own = await openTestDatabase();
  await sql`drop schema public cascade`.execute(own.handle);
  await sql`create schema public`.execute(own.handle);
  try {
    await work(own);
  } finally {
    await own.close();
  }
}

test('migrates once if several nodes start together', () =>
  withEmptyDatabase(async (own) => {
    const nodes = [1, 2, 3].map(() => connect({ url: own.url }));
    const result = await Promise.all(nodes.map((node) => migrate(node.handle, second)));
    expect(result.flat()).toEqual(Object.keys(second));
    await Promise.all(nodes.map((node) => node.close()));
  }));

test('rolls back all migrations if one step fails', () =>
  withEmptyDatabase(async (own) => {
    const broken = { ...first, '002-broken': statement('alter table nowhere add size integer') };
    await expect(migrate(own.handle, broken)).rejects.toMatchObject({ code: 'database.migration_failed' });
    expect(await migrate(own.handle, second)).toEqual(Object.keys(second));
  }));

test('refuses a database of a later release', () =>
  withEmptyDatabase(async (own) => {
    await migrate(own.handle, second);
    await expect(migrate(own.handle, first)).rejects.toMatchObject({
      code: 'database.newer_than_service',
      message: expect.stringContaining('002-note-size'),
    });
  }));
