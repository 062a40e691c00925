import type { Readable } from 'node:stream';

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The age from which an unfinished upload is abandoned. */
export const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Storage for files. A key is 8 to 128 letters a-z, digits and hyphens. The object of a key is immutable. */
export interface ObjectStore {
  /**
   * Stores the content under the key; nothing if the content fails. Durable once it resolves. A chunk is not used after the
   * next one is requested.
   */
  put: (key: string, content: AsyncIterable<Uint8Array>) => Promise<{ size: number }>;
  /** The bytes of the range, or all of them. @throws ObjectMissingError. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** In bytes; undefined if there is no such object. */
  size: (key: string) => Promise<number | undefined>;
  /** Idempotent: a missing object is not an error. */
  delete: (key: string) => Promise<void>;
  /** @throws StoreError if the store is unavailable. */
  check: () => Promise<void>;
  /** Deletes unfinished uploads that are older than {@link abandonedAfterMs}. */
  deleteAbandoned: () => Promise<void>;
}
