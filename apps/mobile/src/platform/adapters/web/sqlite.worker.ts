import {
  SQLITE_BUSY,
  SQLITE_CANTOPEN,
  SQLITE_FULL,
  SQLITE_IOERR,
} from '@journeyapps/wa-sqlite/src/sqlite-constants.js';
import type { SqlValue } from '../../ports/sql.port.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import { watchIndexedDb } from './indexed-db-loss.util.ts';
import { limitLockWaits } from './lock-wait-limit.util.ts';
import { type OpenedEngine, openEngine } from './sqlite-engine.util.ts';
import { executeStatement } from './sqlite-statement.util.ts';
import { serveRequests } from './worker-channel.util.ts';

export type SqliteRequest =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly store: 'best' | 'indexeddb';
      /** A wait of this length for a lock of another window fails the request as `storage.busy`. */
      readonly waitLimitMs: number;
    }
  | { readonly kind: 'query' | 'run'; readonly statement: string; readonly params: readonly SqlValue[] }
  | { readonly kind: 'close' };

type StatementRequest = Extract<SqliteRequest, { kind: 'query' | 'run' }>;

let opened: OpenedEngine | undefined;

function engine(): OpenedEngine {
  if (!opened) throw new Error('database is not open');
  return opened;
}

const execute = (statement: string, params: readonly SqlValue[]) =>
  executeStatement(engine(), statement, params);

const resultOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? Number(error.code) & 0xff : undefined;

const isBusy = (error: unknown) => resultOf(error) === SQLITE_BUSY;

/** SQLite results that the page can react to. After an I/O error the page opens another connection. */
const codes = new Map<number | undefined, StorageError['code']>([
  [SQLITE_BUSY, 'storage.busy'],
  [SQLITE_FULL, 'storage.full'],
  [SQLITE_IOERR, 'storage.interrupted'],
  [SQLITE_CANTOPEN, 'storage.interrupted'],
]);

function storageErrorOf(error: unknown): unknown {
  const code = error instanceof StorageError ? undefined : codes.get(resultOf(error));
  return code === undefined ? error : new StorageError(code, { cause: error });
}

// Another tab may lock the file between two steps; the queue of the file's lock is fair, so few attempts are enough.
async function retryWhileBusy<T>(work: () => Promise<T>, attempts = 20): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (attempts <= 1 || !isBusy(error)) throw error;
    return retryWhileBusy(work, attempts - 1);
  }
}

// A worker that waited too long, or whose store was closed, answers no further request: the page terminates it.
let failAll: (error: StorageError) => void;
const whenFailed = new Promise<never>((_resolve, reject) => {
  failAll = reject;
});
whenFailed.catch(() => undefined);

const handlers = {
  open: async ({ name, store, waitLimitMs }: Extract<SqliteRequest, { kind: 'open' }>) => {
    const lockWaitLimit = { waitLimitMs, onTimeout: () => failAll(new StorageError('storage.busy')) };
    limitLockWaits(lockWaitLimit);
    watchIndexedDb(failAll);
    const engineAndStore = await retryWhileBusy(() => openEngine(name, { store, lockWaitLimit }));
    opened = engineAndStore;
    return engineAndStore.store;
  },
  query: async ({ statement, params }: StatementRequest) =>
    (await retryWhileBusy(() => execute(statement, params))).rows,
  run: async ({ statement, params }: StatementRequest) => ({
    changes: (await retryWhileBusy(() => execute(statement, params))).changes,
  }),
  close: async () => {
    const { sqlite, db } = engine();
    opened = undefined;
    await sqlite.close(db);
  },
};

serveRequests(async (request: SqliteRequest): Promise<unknown> => {
  try {
    return await Promise.race([whenFailed, handlers[request.kind](request as never)]);
  } catch (error) {
    throw storageErrorOf(error);
  }
});
