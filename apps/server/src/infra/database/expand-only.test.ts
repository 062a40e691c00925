import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import type { DatabaseConnection } from './connection.util.ts';
import { migrate } from './migrate.util.ts';
import { migrations } from './migrations/index.ts';

/**
 * Nodes of the previous release keep running during a migration, so a migration must not break them. A removal waits until
 * no running node can need the removed object.
 */
const firstRelease = '005-workflow';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Whether inserts that omit the column succeed. */
  readonly filled: boolean;
}

interface Schema {
  readonly columns: ReadonlyMap<string, Column>;
  readonly tables: ReadonlySet<string>;
  /** Unique, exclusion and foreign key constraints. */
  readonly rules: ReadonlyMap<string, Constraint>;
}

interface Constraint {
  readonly table: string;
  readonly rule: string;
}

let database: DatabaseConnection;
const schemas = new Map<string, Schema>();

beforeAll(async () => {
  database = await openTestDatabase();
  await sql`drop schema public cascade; create schema public`.execute(database.handle);
  const known: typeof migrations = {};
  for (const [name, migration] of Object.entries(migrations)) {
    known[name] = migration;
    await migrate(database.handle, known);
    schemas.set(name, await readSchema());
  }
});
afterAll(() => database.close());

const names = Object.keys(migrations);
const later = names.filter((name) => name > firstRelease);

describe.each(later)('%s', (name) => {
  const step = () => {
    const before = schemas.get(names[names.indexOf(name) - 1] ?? '');
    const after = schemas.get(name);
    if (!before || !after) throw new Error(`${name} was not run`);
    return { before, after };
  };

  test('drops no column and keeps the type and nullability of each column', () => {
    const { before, after } = step();
    const faults = [...before.columns].filter(([key, column]) => {
      const columnAfter = after.columns.get(key);
      if (columnAfter?.type !== column.type) return true;
      return (columnAfter.required && !column.required) || (column.filled && !columnAfter.filled);
    });
    expect(faults).toEqual([]);
  });

  test('adds only columns that rows may omit', () => {
    const { before, after } = step();
    const faults = [...after.columns].filter(
      ([key, { table, required, filled }]) =>
        !before.columns.has(key) && before.tables.has(table) && required && !filled,
    );
    expect(faults).toEqual([]);
  });

  test('adds no constraint to existing tables that rows of the previous release could violate', () => {
    const { before, after } = step();
    const faults = [...after.rules].filter(([name, { table, rule }]) => {
      if (before.rules.has(name) || !before.tables.has(table)) return false;
      // The previous release does not write new columns, so constraints on them cannot fail.
      const columns = columnsOf(rule);
      if (columns.some((column) => !before.columns.has(`${table}.${column}`))) return false;
      // Rows that were unique by some of the columns are unique by all of them.
      const follows = (one: Constraint) =>
        one.table === table &&
        keyOfAllRows.test(one.rule) &&
        columnsOf(one.rule).every((column) => columns.includes(column));
      return !key.test(rule) || ![...before.rules.values()].some(follows);
    });
    expect(faults).toEqual([]);
  });
});

const columnsOf = (rule: string): string[] => (/\(([^)]*)\)/.exec(rule)?.[1] ?? '').split(', ');

const key = /^(UNIQUE|PRIMARY KEY) \(/;
const keyOfAllRows = /^(UNIQUE|PRIMARY KEY) \([^)]*\)$/;

async function readSchema(): Promise<Schema> {
  const { rows: columns } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required,
      (a.atthasdef or a.attidentity <> '' or a.attgenerated <> '') as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  `.execute(database.handle);
  const { rows: constraints } = await sql<Constraint>`
    select c.relname as table, pg_get_constraintdef(k.oid) as rule
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and k.contype in ('u', 'p', 'x', 'f')
    union all
    select t.relname, 'UNIQUE (' || array_to_string(array(
      select a.attname from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)), ', ') || ')' || case when i.indpred is null then '' else ' WHERE' end
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and i.indisunique
  `.execute(database.handle);
  return {
    columns: new Map(columns.map((column) => [`${column.table}.${column.name}`, column])),
    tables: new Set(columns.map(({ table }) => table)),
    rules: new Map(constraints.map((one) => [`${one.table}: ${one.rule}`, one])),
  };
}
