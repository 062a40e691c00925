import type { Readable } from 'node:stream';
import { ServiceError } from '../errors/service.errors.ts';

/** Counts a call of a caller. @throws ServiceError `app.too_many_requests` above the limit. */
export type Throttle = (caller: string) => void;

const minuteMs = 60_000;

/**
 * Limits the calls of one caller within a minute; 0: unlimited. Each node counts separately: the limit protects against
 * runaway programs, and a database query for each call would cost more than it saves.
 * @param now - monotonic milliseconds.
 */
export function createThrottle(maxCalls: number, now: () => number = () => performance.now()): Throttle {
  if (maxCalls === 0) return () => {};
  let counts = new Map<string, number>();
  let end = now() + minuteMs;
  return (caller) => {
    if (now() >= end) {
      counts = new Map();
      end = now() + minuteMs;
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    if (count > maxCalls) throw new ServiceError('app.too_many_requests');
  };
}

export interface ConcurrencyLimit {
  /** @throws ServiceError `app.too_many_requests` if the caller has reached the limit. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
  /**
   * Opens a stream, which counts until it is closed: a slow receiver occupies its slot for as long.
   * @throws ServiceError as `run`.
   */
  open<T extends Readable>(caller: string, open: () => Promise<T>): Promise<T>;
}

/** Limits the concurrent operations of one caller on this node. */
export function limitConcurrency(maxCalls: number): ConcurrencyLimit {
  const counts = new Map<string, number>();
  const acquire = (caller: string) => {
    const count = counts.get(caller) ?? 0;
    if (count >= maxCalls) throw new ServiceError('app.too_many_requests');
    counts.set(caller, count + 1);
  };
  const end = (caller: string) => {
    const remaining = (counts.get(caller) ?? 1) - 1;
    if (remaining === 0) counts.delete(caller);
    else counts.set(caller, remaining);
  };
  return {
    async run(caller, work) {
      acquire(caller);
      try {
        return await work();
      } finally {
        end(caller);
      }
    },
    async open(caller, open) {
      acquire(caller);
      try {
        const stream = await open();
        stream.once('close', () => end(caller));
        return stream;
      } catch (error) {
        end(caller);
        throw error;
      }
    },
  };
}
