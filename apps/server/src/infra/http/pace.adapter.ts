import type { Readable } from 'node:stream';
import { ServiceError } from '../errors/service.errors.ts';

/** Counts calls of each caller. @throws ServiceError `app.too_many_requests` at one too many. */
export type Pace = (who: string) => void;

const minute = 60_000;

/**
 * At most so many calls of one caller within a minute, counted by this node for itself: what it guards against is a program
 * that never stops, and a question to the database for each call would cost more than it saves.
 * @param now - milliseconds, never going back.
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
  /** @throws ServiceError `app.too_many_requests` where the caller has as many under way as may be. */
  run<T>(who: string, work: () => Promise<T>): Promise<T>;
  /**
   * Opens a stream, which is under way until it is closed: a receiver may take a byte a minute.
   * @throws ServiceError as `run`.
   */
  open<T extends Readable>(who: string, open: () => Promise<T>): Promise<T>;
}

/** At most so many of one caller at the same time, at this node. */
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
