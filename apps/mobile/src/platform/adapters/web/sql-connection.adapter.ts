import type { PageLifecycle } from '../../locks/page-lifecycle.util.ts';
import { StorageError } from '../../ports/storage.errors.ts';
import type { SqlEngine } from '../serialised-sql.adapter.ts';
import type { SqliteRequest } from './sqlite.worker.ts';
import type { WorkerChannel } from './worker-channel.util.ts';

type SqlChannel = WorkerChannel<SqliteRequest>;
type Connection = { readonly channel: SqlChannel; readonly opened: Promise<void> };

type ConnectionDeps = {
  /** Starts a worker and opens the database in it. */
  readonly connect: () => Connection;
  readonly life: Pick<PageLifecycle, 'onSuspend' | 'whenActive'>;
};

/** Kysely and our own statements begin a reading statement with `select`; a `with` may write. */
const isRead = (statement: string) => /^\s*select\b/i.test(statement);

const isCode = (error: unknown, ...codes: StorageError['code'][]) =>
  error instanceof StorageError && codes.includes(error.code);

/**
 * SQLite in a worker that may end at any time: the page was left, the browser closed its store, or another window
 * held the lock for too long. The next call opens a new connection.
 * | Calls that certainly changed nothing (opening, the begin of a transaction, a `select`) are retried once. All
 * others reject with `storage.interrupted`. A transaction belongs to the connection on which it began: once that has
 * ended, all of its calls reject, and the database rolls it back.
 */
export function createReconnectingEngine({ connect, life }: ConnectionDeps): SqlEngine {
  let current: Connection | undefined;
  let transactionChannel: SqlChannel | undefined;

  const closeChannel = (channel: SqlChannel) => {
    if (current?.channel === channel) current = undefined;
    channel.terminate();
  };
  const unsubscribe = life.onSuspend(() => {
    if (current) closeChannel(current.channel);
  });

  async function opened(): Promise<SqlChannel> {
    await life.whenActive();
    current ??= connect();
    const { channel, opened: opening } = current;
    try {
      await opening;
    } catch (error) {
      // It may have loaded only half of the database.
      closeChannel(channel);
      throw error;
    }
    return channel;
  }

  /** Closes a connection that failed. */
  async function send<T>(channel: SqlChannel, request: SqliteRequest): Promise<T> {
    try {
      return await channel.send<T>(request);
    } catch (error) {
      if (error instanceof StorageError) closeChannel(channel);
      throw error;
    }
  }

  async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isCode(error, 'storage.interrupted')) throw error;
      return work();
    }
  }

  async function execute<T>(request: Extract<SqliteRequest, { kind: 'query' | 'run' }>): Promise<T> {
    if (transactionChannel) return send(transactionChannel, request);
    if (isRead(request.statement)) return retryOnce(async () => send(await retryOnce(opened), request));
    return send(await retryOnce(opened), request);
  }

  const toRequest = (statement: string) => ({ kind: 'run', statement, params: [] }) as const;
  async function endTransaction(statement: string) {
    const channel = transactionChannel;
    if (channel === undefined) throw new StorageError('storage.interrupted');
    await send(channel, toRequest(statement));
    transactionChannel = undefined;
  }

  return {
    query: (statement, params = []) => execute({ kind: 'query', statement, params }),
    run: (statement, params = []) => execute({ kind: 'run', statement, params }),
    // Immediate: a transaction that begins by reading cannot find later that another tab wrote in between.
    begin: () =>
      retryOnce(async () => {
        const channel = await retryOnce(opened);
        await send(channel, toRequest('BEGIN IMMEDIATE'));
        transactionChannel = channel;
      }),
    commit: () => endTransaction('COMMIT'),
    rollback: () =>
      endTransaction('ROLLBACK').finally(() => {
        transactionChannel = undefined;
      }),
    close: async () => {
      unsubscribe();
      if (current === undefined) return;
      const { channel, opened: opening } = current;
      current = undefined;
      await opening.then(() => channel.send({ kind: 'close' })).finally(() => channel.terminate());
    },
  };
}
