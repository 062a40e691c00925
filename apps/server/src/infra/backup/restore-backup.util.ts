import type { ClientBase, Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseConnection } from '../database/index.ts';
import { migrate } from '../database/index.ts';
import { migrations } from '../database/migrations/index.ts';
import { prepareJobs } from '../jobs/pg-boss.adapter.ts';
import type { ObjectStore } from '../objects/objects.port.ts';
import { BackupError } from './backup.errors.ts';
import { type BackupManifest, objectEntryName, tableEntryName } from './backup-manifest.schemas.ts';
import type { OpenBackup } from './read-backup.util.ts';
import * as schema from './schema.repository.ts';

export interface RestoreOptions {
  readonly backup: OpenBackup;
  /** A connection without a statement timeout to an empty database, migrated or not. */
  readonly database: Pick<DatabaseConnection, 'handle' | 'pool'>;
  /** Opened once the database is known to be empty. */
  readonly openObjects: () => Promise<ObjectStore>;
}

/**
 * Restores a backup: first the files, then all rows in one transaction, so that an interrupted restore can be repeated. After
 * a failure the files that it has written are deleted. Migrations newer than the backup run at the end.
 * @throws BackupError if the database is not empty, or the backup is damaged or from a later release.
 */
export async function restoreBackup({ backup, database, openObjects }: RestoreOptions): Promise<void> {
  const { manifest } = backup;
  const unknown = manifest.migrations.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new BackupError(
      'backup.newer_than_service',
      `the backup was made by a later release (${unknown.join(', ')}): restore it with that release or a later one`,
    );
  }
  await assertEmpty(database.pool);
  const objects = manifest.objects ? await openObjects() : undefined;
  const written: string[] = [];
  try {
    if (objects) await restoreObjects(backup, objects, written);
    await migrate(database.handle, migrationsOf(manifest));
    await prepareJobs(database);
    await restoreTables(database.pool, backup);
    await migrate(database.handle);
  } catch (error) {
    // No row refers to these objects, so no cleanup would ever delete them.
    if (objects) await Promise.allSettled(written.map((key) => objects.delete(key)));
    throw error;
  }
}

/** @param written - output: receives each key that was not in the store before. */
async function restoreObjects(backup: OpenBackup, objects: ObjectStore, written: string[]): Promise<void> {
  for (const { key, sha256 } of backup.manifest.objects ?? []) {
    if ((await objects.size(key)) === undefined) written.push(key);
    await objects.put(key, backup.read(objectEntryName(key), sha256));
  }
}

/** The migrations of the schema at the time of the backup. */
function migrationsOf(manifest: BackupManifest): typeof migrations {
  const names = new Set(manifest.migrations);
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => names.has(name)));
}

async function assertEmpty(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    for (const table of await schema.selectTables(client)) {
      // A failed start leaves rows in the schema of the job queue and the id of the deployment.
      if (table.schema !== 'public' || table.name === 'deployment') continue;
      if (!(await schema.hasRows(client, table))) continue;
      throw new BackupError(
        'backup.not_empty',
        `the database already contains data (${table.name}): restore into an empty database`,
      );
    }
  } finally {
    client.release();
  }
}

async function restoreTables(pool: Pool, backup: OpenBackup): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const tables = await schema.selectTables(client);
    assertSameSchema(tables, backup.manifest);
    // Without triggers, so that no change is published and no derived row is written a second time.
    for (const table of tables)
      await client.query(`alter table ${schema.quoted(table)} disable trigger user`);
    // Unlogged tables are empty after a restore as after a crash, also of the rows of migrations that say that they are complete.
    const emptied = [...tables, ...(await schema.selectUnloggedTables(client))];
    await client.query(`truncate ${emptied.map(schema.quoted).join(', ')}`);
    for (const table of backup.manifest.tables) {
      const sink = client.query(
        copyFrom(`copy ${schema.quoted(table)} (${schema.columnList(table)}) from stdin`),
      );
      await backup.copyTo(tableEntryName(table), table.sha256, sink);
    }
    await setSequences(client, backup.manifest);
    // Triggers cannot be enabled while deferred constraints are pending.
    await client.query('set constraints all immediate');
    for (const table of tables) await client.query(`alter table ${schema.quoted(table)} enable trigger user`);
    await client.query('commit');
  } finally {
    // Destroys the connection: after a failure it may be in the middle of a COPY.
    client.release(true);
  }
}

function assertSameSchema(tables: readonly schema.TableShape[], manifest: BackupManifest): void {
  const columnsByTable = new Map(tables.map((table) => [schema.quoted(table), new Set(table.columns)]));
  for (const table of manifest.tables) {
    const columns = columnsByTable.get(schema.quoted(table));
    const missing = columns ? table.columns.filter((column) => !columns.has(column)) : ['the table'];
    if (missing.length === 0) continue;
    throw new BackupError(
      'backup.schema_differs',
      `${table.schema}.${table.name} of the backup does not exist in this schema (${missing.join(', ')}): restore it with the release that made it`,
    );
  }
}

async function setSequences(client: ClientBase, { sequences }: BackupManifest): Promise<void> {
  for (const { schema: of, name, last, called } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      schema.quoted({ schema: of, name }),
      last,
      called,
    ]);
  }
}
