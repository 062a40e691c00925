import { type ConnectionProvider, DummyDriver, Kysely, PostgresDialect, Transaction } from 'kysely';
import { Pool, types as standardTypes } from 'pg';
import type { Database, DatabaseHandle, DatabaseTransaction } from './database.table.ts';
import { PreparingClient } from './prepared-statements.client.ts';

export interface ConnectOptions {
  /** `postgresql://user:password@host:port/name`, or with `?host=/folder` for a Unix socket. */
  url: string;
  /** Maximum size of the pool; 10 by default. */
  maximumConnections?: number;
  /** Timeout of one statement; 0: none; 30 s by default. */
  statementTimeoutMs?: number;
  /** Called when the server closed an idle connection; the pool replaces it. */
  onConnectionLost?: (error: Error) => void;
}

export interface DatabaseConnection {
  handle: DatabaseHandle;
  /** For named statements of hot paths and for LISTEN; all other queries use the handle. */
  pool: Pool;
  url: string;
  /** Waits for running statements, then closes all connections. */
  close: () => Promise<void>;
}

/** Timeouts in milliseconds that stop a statement or transaction from blocking others; sent as startup parameters. */
export const connectionLimits = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/** Creates a connection pool. It connects at the first query. */
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
  let isClosing = false;
  // Without a listener an error on an idle connection would end the process. A closing connection may still receive the
  // server's termination message.
  pool.on('error', (error) => {
    if (!isClosing) options.onConnectionLost?.(error);
  });
  // The same for a connection lost between two statements of a transaction: the next statement reports the failure.
  pool.on('connect', (client) => client.on('error', () => {}));
  const handle = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    isClosing = true;
    await handle.destroy();
    // Kysely ends the pool only if it has run a query; idle connections would delay the end of the process by 30 s.
    if (!pool.ending) await pool.end();
  };
  return { handle, pool, url: options.url, close };
}

/**
 * Runs `work` in a transaction: in that of the handle if it has one, else in a new one. Statements that `work` starts together, as with
 * `Promise.all`, are sent together and executed in that order (pipelining). After a failed one PostgreSQL refuses the others, and the
 * transaction is rolled back.
 */
export function inTransaction<Result>(
  handle: DatabaseHandle,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  if (handle.isTransaction) return work(handle as DatabaseTransaction);
  return handle.transaction().execute(async (transaction) => {
    const pipeline = await openPipeline(transaction);
    try {
      return await work(pipeline.transaction);
    } finally {
      pipeline.end();
    }
  });
}

// A transaction uses neither: its executor has the connection.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction opens no connection')),
});
const driver = new DummyDriver();

interface Pipeline {
  readonly transaction: DatabaseTransaction;
  /**
   * Refuses further statements. After a failure, other functions of the work may still run: a statement behind the rollback would be
   * committed on its own.
   */
  readonly end: () => void;
}

/** The same transaction, without the lock of Kysely that delays a statement until the answer to the one before. */
async function openPipeline(transaction: DatabaseTransaction): Promise<Pipeline> {
  const executor = transaction.getExecutor();
  const connection = await executor.provideConnection(async (one) => one);
  let hasEnded = false;
  const connectionProvider: ConnectionProvider = {
    async provideConnection(consumer) {
      if (hasEnded) throw new Error('the work of the transaction has ended');
      return await consumer(connection);
    },
  };
  return {
    transaction: new Transaction<Database>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider(connectionProvider),
    }),
    end: () => {
      hasEnded = true;
    },
  };
}

const getTypeParser: typeof standardTypes.getTypeParser = (oid, format) =>
  oid === standardTypes.builtins.INT8 && format !== 'binary'
    ? parseSafeInteger
    : standardTypes.getTypeParser(oid, format);

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('bigint value exceeds 2^53');
  return value;
}
