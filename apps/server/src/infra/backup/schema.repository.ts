import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type { ClientBase } from 'pg';

/** The schemas of the service and of its job queue. */
const schemas = ['public', 'pgboss'];
/** Tables that migrations fill, which a backup leaves out. */
const excludedTables = [
  `public.${DEFAULT_MIGRATION_TABLE}`,
  `public.${DEFAULT_MIGRATION_LOCK_TABLE}`,
  'pgboss.version',
];

export interface TableShape {
  readonly schema: string;
  readonly name: string;
  /** Without generated columns and transaction ids, which are meaningful only in the database that assigned them. */
  readonly columns: readonly string[];
}

/**
 * Selects every table with data, sorted so that each follows the tables it refers to. An unlogged table has only what a crash may lose, and
 * a replica cannot read it.
 */
export async function selectTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { id: string; refers: string[] }>(
    `select n.nspname as schema, c.relname as name, c.oid::text as id,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               and a.atttypid <> 'xid8'::regtype
             order by a.attnum) as columns,
       array(select k.confrelid::text from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
       and not (n.nspname || '.' || c.relname) = any($2)
     order by 1, 2`,
    [schemas, excludedTables],
  );
  return sortByForeignKeys(rows);
}

/** Selects the tables that are not in the log of the database. */
export async function selectUnloggedTables(client: ClientBase): Promise<{ schema: string; name: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'u' order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Topological sort by foreign keys. @throws Error if they form a cycle; the schema has none. */
function sortByForeignKeys<T extends { id: string; refers: string[] }>(tables: readonly T[]): T[] {
  const tableIDs = new Set(tables.map(({ id }) => id));
  const orderedIDs = new Set<string>();
  const ordered: T[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const ready = remaining.filter(({ refers }) =>
      refers.every((id) => orderedIDs.has(id) || !tableIDs.has(id)),
    );
    if (ready.length === 0) throw new Error('foreign keys form a cycle');
    for (const table of ready) {
      orderedIDs.add(table.id);
      ordered.push(table);
    }
    remaining = remaining.filter(({ id }) => !orderedIDs.has(id));
  }
  return ordered;
}

export interface SequenceState {
  readonly schema: string;
  readonly name: string;
  readonly last: string;
  readonly called: boolean;
}

export async function selectSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2`,
    [schemas],
  );
  const states: SequenceState[] = [];
  for (const row of rows) {
    const { rows: state } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(row)}`,
    );
    if (state[0]) states.push({ ...row, ...state[0] });
  }
  return states;
}

/** Selects the keys of all stored objects. Every table that refers to an object has a column `object_key`. */
export async function selectObjectKeys(
  client: ClientBase,
  tables: readonly TableShape[],
): Promise<{ key: string; table: TableShape }[]> {
  const found: { key: string; table: TableShape }[] = [];
  for (const table of tables.filter(({ columns }) => columns.includes('object_key'))) {
    const { rows } = await client.query<{ key: string }>(
      `select object_key as key from ${quoted(table)} where object_key is not null order by 1`,
    );
    found.push(...rows.map(({ key }) => ({ key, table })));
  }
  return found;
}

export async function selectMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${DEFAULT_MIGRATION_TABLE} order by name`,
  );
  return rows.map(({ name }) => name);
}

export async function selectMasterKeyID(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id from master_key');
  return rows[0]?.id ?? null;
}

export async function hasRows(client: ClientBase, table: TableShape): Promise<boolean> {
  const { rows } = await client.query(`select 1 from ${quoted(table)} limit 1`);
  return rows.length > 0;
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${quote(schema)}.${quote(name)}`;
}

export function columnList({ columns }: TableShape): string {
  return columns.map(quote).join(', ');
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
