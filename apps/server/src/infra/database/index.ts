import { sql } from 'kysely';
import { type ConnectOptions, connect, type DatabaseConnection } from './connection.util.ts';
import { assertEmbeddedAllowed, assertSameDeployment } from './data-folder.util.ts';
import { DatabaseError } from './database.errors.ts';
import type { DatabaseHandle } from './database.table.ts';
import { startEmbedded } from './embedded/index.ts';
import { assertMigrated, migrate } from './migrate.util.ts';
import { assertPoolerUsable } from './pooler.util.ts';

export {
  type ConnectOptions,
  connect,
  type DatabaseConnection,
  inTransaction,
} from './connection.util.ts';
export { assertRestorable, assertSameDeployment, writeDataFolderMark } from './data-folder.util.ts';
export {
  DatabaseError,
  type DatabaseErrorCode,
  isConnectionLost,
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isUnstorableText,
  violatedUniqueIndex,
} from './database.errors.ts';
export type { Database, DatabaseHandle, DatabaseTransaction } from './database.table.ts';
export { type EmbeddedServer, startEmbedded } from './embedded/index.ts';
export { latestMigration, migrate } from './migrate.util.ts';
export { rowChunksOf } from './row-chunks.util.ts';
export { type BatchOutcome, createTransactionBatcher } from './transaction-batcher.util.ts';

/**
 * The purpose of opening the database. `start` is the service itself, which creates a missing embedded database and migrates.
 * `administration` requires the schema of this release, `backup` that of this release or an older one; neither of them
 * creates or migrates anything.
 */
export type DatabasePurpose = 'start' | 'administration' | 'backup';

export interface OpenDatabaseOptions extends Omit<ConnectOptions, 'url'> {
  readonly purpose: DatabasePurpose;
  /** An external server; without it the embedded one is started. */
  databaseUrl?: string | undefined;
  /** A direct connection to the same database without a pooler, for migrations; `databaseUrl` by default. */
  directUrl?: string | undefined;
  /** Data folder of the embedded server. */
  dataDir: string;
  /** Behaviour if another process already owns the embedded server; `refuse` by default. */
  whenRunning?: 'refuse' | 'join';
  /** Called when the embedded server stopped unexpectedly: the service cannot continue. */
  onUnexpectedStop?: () => void;
}

/**
 * Opens the database: starts the embedded one if needed, checks or migrates it, and connects. `close` disconnects and stops it.
 *
 * @throws DatabaseError if the folder belongs to another database, or the database does not fit the purpose.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<DatabaseConnection> {
  const { purpose, databaseUrl, directUrl, dataDir, whenRunning, onUnexpectedStop, ...pool } = options;
  if (!databaseUrl) await assertEmbeddedAllowed(dataDir, { canCreate: purpose === 'start' });
  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({
        dataDir,
        ...(whenRunning && { whenRunning }),
        ...(onUnexpectedStop && { onUnexpectedStop }),
      });
  const url = databaseUrl || embedded?.url || '';
  try {
    if (databaseUrl) await assertUsable(databaseUrl);
    await prepare(directUrl ?? url, { purpose, dataDir });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const connection = connect({ ...pool, url });
  const close = async () => {
    await connection.close();
    await embedded?.stop();
  };
  return { ...connection, close };
}

async function prepare(
  url: string,
  { purpose, dataDir }: Pick<OpenDatabaseOptions, 'purpose' | 'dataDir'>,
): Promise<void> {
  const { handle, close } = connect({ url, maximumConnections: 1, statementTimeoutMs: 0 });
  try {
    // Checked before any change: the database of another folder must stay untouched.
    await assertSameDeployment(dataDir, await findDeploymentID(handle));
    if (purpose === 'start') await migrate(handle);
    else await assertMigrated(handle, { mayBeOlder: purpose === 'backup' });
  } finally {
    await close();
  }
}

/** Selects the deployment id; undefined if the database is empty or from a release without one. */
export async function findDeploymentID(handle: DatabaseHandle): Promise<string | undefined> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.deployment') is not null as known
  `.execute(handle);
  if (!rows[0]?.known) return undefined;
  const row = await handle.selectFrom('deployment').select('id').executeTakeFirst();
  return row?.id;
}

/** The oldest PostgreSQL that the service is tested with, as `server_version_num`. */
const minServerVersion = 150_000;

/** @throws DatabaseError `database.unreachable`, `database.pooler_unsupported`, `database.server_too_old`. */
async function assertUsable(url: string): Promise<void> {
  await assertPoolerUsable(url);
  const { pool, close } = connect({ url, maximumConnections: 1 });
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    assertServerVersion(Number(rows[0]?.version));
  } finally {
    await close();
  }
}

/**
 * @param version - `server_version_num`, such as 150018.
 * @throws DatabaseError `database.server_too_old`.
 */
export function assertServerVersion(version: number): void {
  if (version >= minServerVersion) return;
  throw new DatabaseError(
    'database.server_too_old',
    `the PostgreSQL of DATABASE_URL has version ${Math.floor(version / 10_000)}, but the service requires 15 or later`,
  );
}
