import type { Readable } from 'node:stream';
import { ServiceError } from '../errors/service.errors.ts';

/** Counts a call of a caller. @throws ServiceError `app.too_many_requests` above the limit. */
export type Pace = (who: string) => void;

const minute = 60_000;

/**
 * Limits the calls of one caller within a minute; 0: unlimited. Each node counts separately: the limit protects against
 * runaway programs, and a database query for each call would cost more than it saves.
 * @param now - monotonic milliseconds.
 */
export function keepPace(most: number, now: () => number = () => performance.now()): Pace {
  if (most === 0) return () => {};
  let counts = new Map<string, number>();
  let end = now() + minute;
  return (who) => {
    if (now() >= end) {
      counts = new Map();
      end = now() + minute;
    }
    const count = (counts.get(who) ?? 0) + 1;
    counts.set(who, count);
    if (count > most) throw new ServiceError('app.too_many_requests');
  };
}

export interface UnderWay {
  /** @throws ServiceError `app.too_many_requests` if the caller has reached the limit. */
  run<T>(who: string, work: () => Promise<T>): Promise<T>;
  /**
   * Opens a stream, which counts until it is closed: a slow receiver occupies its slot for as long.
   * @throws ServiceError as `run`.
   */
  open<T extends Readable>(who: string, open: () => Promise<T>): Promise<T>;
}

/** Limits the concurrent operations of one caller on this node. */
export function limitUnderWay(most: number): UnderWay {
  const counts = new Map<string, number>();
  const begin = (who: string) => {
    const count = counts.get(who) ?? 0;
    if (count >= most) throw new ServiceError('app.too_many_requests');
    counts.set(who, count + 1);
  };
  const end = (who: string) => {
    const left = (counts.get(who) ?? 1) - 1;
    if (left === 0) counts.delete(who);
    else counts.set(who, left);
  };
  return {
    async run(who, work) {
      begin(who);
      try {
        return await work();
      } finally {
        end(who);
      }
    },
    async open(who, open) {
      begin(who);
      try {
        const opened = await open();
        opened.once('close', () => end(who));
        return opened;
      } catch (error) {
        end(who);
        throw error;
      }
    },
  };
}
