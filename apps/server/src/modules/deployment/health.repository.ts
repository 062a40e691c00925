import { type Selectable, sql } from 'kysely';
import { countUpToLimit } from '../../infra/database/bounded-count.util.ts';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export interface StoredFileCounts {
  files: number;
  bytes: number;
  unreferenced: number;
}

/** Counts the stored files of all tenants. */
export async function countStoredFiles(db: DatabaseHandle): Promise<StoredFileCounts> {
  const { rows } = await sql<StoredFileCounts>`
    select ${countUpToLimit(sql`1 from files`)} as files,
      (select coalesce(sum(bytes), 0)::bigint from upload_usage where fid = '') as bytes,
      ${countUpToLimit(sql`1 from loose_objects`)} as unreferenced
  `.execute(db);
  return rows[0] ?? { files: 0, bytes: 0, unreferenced: 0 };
}

export interface DatabaseFacts {
  version: string;
  bytes: number;
  applied: string;
  used: number;
  maximum: number;
  replicas: number;
}

export async function selectDatabaseFacts(db: DatabaseHandle): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select max(name) from kysely_migration) as applied,
      (select sum(numbackends) from pg_stat_database)::integer as used,
      current_setting('max_connections')::integer as maximum,
      (select count(*) from pg_stat_replication)::integer as replicas
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database answered without a row');
  return facts;
}

export interface TableSize {
  name: string;
  bytes: number;
  /** -1 before the first estimate. */
  estimate: number;
}

const largestCount = 8;

/** The largest tables with their indexes, by the catalogue. */
export async function selectLargestTables(db: DatabaseHandle): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select relname as name, pg_total_relation_size(c.oid) as bytes, reltuples::bigint as estimate
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss')
    order by bytes desc, name limit ${largestCount}
  `.execute(db);
  return rows;
}

/** The last backup with an outcome. */
export function selectLastBackup(
  db: DatabaseHandle,
  outcome: 'done' | 'failed',
): Promise<Selectable<Database['backups']> | undefined> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('outcome', '=', outcome)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The public keys of Web Push with their creation times. */
export function selectWebPushKeys(
  db: DatabaseHandle,
): Promise<Pick<Selectable<Database['push_vapid_keys']>, 'public_key' | 'created_at'>[]> {
  return db.selectFrom('push_vapid_keys').select(['public_key', 'created_at']).execute();
}
