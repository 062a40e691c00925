import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Change, type ChangeFeed, type ChangeListener, lease } from './changes.port.ts';
import { type Line, openLine } from './line.adapter.ts';

export interface FeedOptions {
  /** A direct connection: a pooler that shares connections between transactions delivers no notifications. */
  url: string;
  /** A second path to the same database, which sends the test notification for a new connection. */
  pool: Pool;
  /** Called for every connection that was lost or could not be opened; the feed reconnects. */
  onTrouble: (error: unknown) => void;
}

export interface RunningFeed extends ChangeFeed {
  /** Starts to listen and reconnects whenever the connection is lost. @returns the function that stops the feed. */
  start(): () => Promise<void>;
}

/** Interval between two proofs that the connection still delivers. */
const period = 250;
/** Time limit of a proof. Below the lease, so that a connection whose packets silently vanish is dropped within it. */
const patience = 700;
const longestWait = 2000;

/** Change feed by NOTIFY. One dedicated connection listens, and a query proves four times a second that it delivers. */
export function changeFeed({ url, pool, onTrouble }: FeedOptions): RunningFeed {
  const listeners = new Set<ChangeListener>();
  let line: Line | undefined;
  let provenAt = Number.NEGATIVE_INFINITY;
  let proving: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const tell = (change: Change | 'lost') => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onTrouble(error);
      }
    }
  };

  const lose = (lost: Line) => {
    lost.cut();
    if (line !== lost) return;
    line = undefined;
    provenAt = Number.NEGATIVE_INFINITY;
    tell('lost');
  };

  /** PostgreSQL delivers notifications committed before a query ahead of the query's result. */
  const prove = async (of: Line) => {
    const begun = performance.now();
    try {
      await of.ask(patience);
      if (line === of) provenAt = Math.max(provenAt, begun);
    } catch (error) {
      lose(of);
      throw error;
    }
  };

  const listen = async (signal: AbortSignal) => {
    const opened = await openLine({ url, pool, onChange: tell });
    line = opened;
    try {
      // Changes may have been committed before this connection listened.
      tell('lost');
      while (!signal.aborted) {
        await prove(opened);
        await pause(period, undefined, { ref: false, signal: AbortSignal.any([signal, opened.closed]) });
      }
    } finally {
      lose(opened);
    }
  };

  const keepListening = async (signal: AbortSignal) => {
    let wait = 50;
    while (!signal.aborted) {
      const begun = performance.now();
      await listen(signal).catch((error: unknown) => {
        if (!signal.aborted) onTrouble(error);
      });
      wait = performance.now() - begun > longestWait ? 50 : Math.min(wait * 2, longestWait);
      await pause(wait, undefined, { ref: false, signal }).catch(() => {});
    }
  };

  const isCurrent = (now = performance.now()) => now - provenAt < lease;
  /** A proof that began before this call does not cover later commits: all callers share the next one. */
  const settle = () => {
    next ??= (async () => {
      await proving;
      proving = next;
      next = undefined;
      if (line) await prove(line).catch(() => {});
    })();
    return next;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isCurrent,
    settle,
    soonCurrent: () => (line ? settle().then(() => isCurrent()) : undefined),
    start() {
      const end = new AbortController();
      const kept = keepListening(end.signal);
      return async () => {
        end.abort();
        await kept;
      };
    },
  };
}
