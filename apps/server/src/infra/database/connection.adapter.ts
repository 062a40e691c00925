import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types as standardTypes } from 'pg';
import type { Database, DatabaseHandle, DatabaseTransaction } from './database.table.ts';
import { PreparingClient } from './preparing-client.adapter.ts';

export interface ConnectOptions {
  /** `postgresql://user:password@host:port/name`, or with `?host=/folder` for a Unix socket. */
  url: string;
  /** Connections held at most; 10 by default. */
  maximumConnections?: number;
  /** Longest run of one statement in milliseconds, 0 for no limit; 30 s by default. */
  statementTimeoutMs?: number;
  /** Told when the server closed an idle connection; the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void;
}

export interface DatabaseConnection {
  handle: DatabaseHandle;
  /** For named statements of hot paths and for LISTEN; everything else goes by the handle. */
  pool: Pool;
  url: string;
  /** Waits for what runs, then closes every connection. */
  close: () => Promise<void>;
}

/** What ends a statement or a transaction that holds up others, in milliseconds; sent as startup parameters. */
export const connectionLimits = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/** Opens a pool. Nothing is sent before the first query. */
export function connect(options: ConnectOptions): DatabaseConnection {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.maximumConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    ...connectionLimits,
    statement_timeout: options.statementTimeoutMs ?? connectionLimits.statement_timeout,
    application_name: 'sealflow',
    types: { getTypeParser },
  });
  let closing = false;
  // Without a listener a connection lost while idle would end the process. One that is being closed may still hear the
  // server's own farewell.
  pool.on('error', (error) => {
    if (!closing) options.onConnectionLost?.(error);
  });
  // The same for one lost inside a transaction, between two statements: the next statement fails, and says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  const handle = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    closing = true;
    await handle.destroy();
    // Kysely ends a pool only if it asked something itself; idle connections would hold up the process for 30 s.
    if (!pool.ending) await pool.end();
  };
  return { handle, pool, url: options.url, close };
}

/** Runs `work` in one transaction: in the given one where the handle already is inside, else in a new one. */
export function inTransaction<Result>(
  handle: DatabaseHandle,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return handle.isTransaction ? work(handle as DatabaseTransaction) : handle.transaction().execute(work);
}

const getTypeParser: typeof standardTypes.getTypeParser = (oid, format) =>
  oid === standardTypes.builtins.INT8 && format !== 'binary'
    ? safeInteger
    : standardTypes.getTypeParser(oid, format);

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint of the database is beyond 2^53');
  return value;
}
