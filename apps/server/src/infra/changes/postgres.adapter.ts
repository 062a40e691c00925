import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Change, type ChangeFeed, type ChangeListener, leaseMs } from './changes.port.ts';
import { type ListenConnection, openListenConnection } from './listen-connection.client.ts';

export interface ChangeFeedOptions {
  /** A direct connection: a pooler that shares connections between transactions delivers no notifications. */
  url: string;
  /** A second path to the same database, which sends the test notification for a new connection. */
  pool: Pool;
  /** Called for every connection that was lost or could not be opened; the feed reconnects. */
  onError: (error: unknown) => void;
}

export interface StartableChangeFeed extends ChangeFeed {
  /** Starts to listen and reconnects whenever the connection is lost. @returns the function that stops the feed. */
  start(): () => Promise<void>;
}

/** Interval between two proofs that the connection still delivers. */
const proofIntervalMs = 250;
/** Time limit of a proof. Below the lease, so that a connection whose packets silently vanish is dropped within it. */
const proofTimeoutMs = 700;
const maxRetryDelayMs = 2000;

/** Change feed by NOTIFY. One dedicated connection listens, and a query proves four times a second that it delivers. */
export function createChangeFeed({ url, pool, onError }: ChangeFeedOptions): StartableChangeFeed {
  const listeners = new Set<ChangeListener>();
  let connection: ListenConnection | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;
  let proving: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const emit = (change: Change | 'lost') => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onError(error);
      }
    }
  };

  const dropConnection = (lost: ListenConnection) => {
    lost.destroy();
    if (connection !== lost) return;
    connection = undefined;
    provenAt = Number.NEGATIVE_INFINITY;
    emit('lost');
  };

  /** PostgreSQL delivers notifications committed before a query ahead of the query's result. */
  const prove = async (of: ListenConnection) => {
    const startedAt = performance.now();
    try {
      await of.ping(proofTimeoutMs);
      if (connection === of) provenAt = Math.max(provenAt, startedAt);
    } catch (error) {
      dropConnection(of);
      throw error;
    }
  };

  const listen = async (signal: AbortSignal) => {
    const opened = await openListenConnection({ url, pool, onChange: emit });
    connection = opened;
    try {
      // Changes may have been committed before this connection listened.
      emit('lost');
      while (!signal.aborted) {
        await prove(opened);
        await pause(proofIntervalMs, undefined, {
          ref: false,
          signal: AbortSignal.any([signal, opened.closed]),
        });
      }
    } finally {
      dropConnection(opened);
    }
  };

  const listenWithRetry = async (signal: AbortSignal) => {
    let retryDelayMs = 50;
    while (!signal.aborted) {
      const startedAt = performance.now();
      await listen(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      retryDelayMs =
        performance.now() - startedAt > maxRetryDelayMs ? 50 : Math.min(retryDelayMs * 2, maxRetryDelayMs);
      await pause(retryDelayMs, undefined, { ref: false, signal }).catch(() => {});
    }
  };

  const isCurrent = (now = performance.now()) => now - provenAt < leaseMs;
  /** A proof that began before this call does not cover later commits: all callers share the next one. */
  const catchUp = () => {
    next ??= (async () => {
      await proving;
      proving = next;
      next = undefined;
      if (connection) await prove(connection).catch(() => {});
    })();
    return next;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isCurrent,
    catchUp,
    waitUntilCurrent: () => (connection ? catchUp().then(() => isCurrent()) : undefined),
    start() {
      const stopping = new AbortController();
      const listening = listenWithRetry(stopping.signal);
      return async () => {
        stopping.abort();
        await listening;
      };
    },
  };
}
