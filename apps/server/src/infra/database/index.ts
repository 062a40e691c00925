import { sql } from 'kysely';
import { type ConnectOptions, connect, type DatabaseConnection } from './connection.adapter.ts';
import { DatabaseError } from './database.errors.ts';
import { startEmbedded } from './embedded/index.ts';
import { migrate } from './migrate.adapter.ts';

export {
  type ConnectOptions,
  connect,
  type DatabaseConnection,
  inTransaction,
} from './connection.adapter.ts';
export {
  brokenUniqueness,
  DatabaseError,
  type DatabaseErrorCode,
  isBrokenReference,
  isDatabaseGone,
  isUnstorableText,
} from './database.errors.ts';
export type { Database, DatabaseHandle, DatabaseTransaction } from './database.table.ts';
export { type EmbeddedServer, startEmbedded } from './embedded/index.ts';
export { migrate } from './migrate.adapter.ts';

export interface OpenDatabaseOptions extends Omit<ConnectOptions, 'url'> {
  /** A server of the operator's own; without it the embedded one is started. */
  databaseUrl?: string | undefined;
  /** Where the embedded server keeps its data. */
  dataDir: string;
  /** What to do where another process already owns the embedded server; `refuse` by default. */
  whenRunning?: 'refuse' | 'join';
  /** Told when the embedded server went without being asked: the service cannot go on. */
  onUnexpectedStop?: () => void;
}

/** The database of the service, started where it is ours, migrated and connected. `close` undoes all of it. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<DatabaseConnection> {
  const { databaseUrl, dataDir, whenRunning, onUnexpectedStop, ...pool } = options;
  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({
        dataDir,
        ...(whenRunning && { whenRunning }),
        ...(onUnexpectedStop && { onUnexpectedStop }),
      });
  const url = databaseUrl || embedded?.url || '';
  try {
    if (databaseUrl) await reach(databaseUrl);
    await migrateAt(url);
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

async function migrateAt(url: string): Promise<void> {
  const connection = connect({ url, maximumConnections: 1, statementTimeoutMs: 0 });
  try {
    await migrate(connection.handle);
  } finally {
    await connection.close();
  }
}

/** @throws DatabaseError `database.unreachable`. */
async function reach(url: string): Promise<void> {
  const connection = connect({ url, maximumConnections: 1 });
  try {
    await sql`select 1`.execute(connection.handle);
  } catch (error) {
    throw new DatabaseError('database.unreachable', 'the database of DATABASE_URL cannot be used', error);
  } finally {
    await connection.close();
  }
}
