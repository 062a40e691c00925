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
  /** Stores the content under the key; nothing if the content fails. Durable once it resolves. */
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

/** Validates a key, which becomes part of a path. @throws TypeError */
export function assertObjectKey(key: string): string {
  if (!/^[a-z0-9-]{8,128}$/u.test(key)) throw new TypeError('invalid object key');
  return key;
}

/** @throws RangeError if the range is empty. */
export function assertRange(range: ByteRange | undefined): void {
  if (range && range.end <= range.start) throw new RangeError('empty byte range');
}

/** There is no object with the key. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
  readonly code = 'objects.missing';

  constructor(key: string) {
    super(`object ${key} does not exist`);
  }
}

/** The stored bytes differ from the expected digest. */
export class ObjectChangedError extends Error {
  override readonly name = 'ObjectChangedError';
  readonly code = 'objects.changed';

  constructor() {
    super('stored object does not match its digest');
  }
}
