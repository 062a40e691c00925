import type { Readable } from 'node:stream';

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the service keeps files. A key is 8 to 128 letters a-z, digits and hyphens; what it names never changes. */
export interface ObjectStore {
  /** Keeps all of the content under the key or, where it breaks off, nothing; on disk before it resolves. */
  put: (key: string, content: AsyncIterable<Uint8Array>) => Promise<{ size: number }>;
  /** The bytes of the range, or all of them. Throws ObjectMissingError. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** In bytes; undefined where there is no such object. */
  size: (key: string) => Promise<number | undefined>;
  /** Whether there was one to delete makes no difference. */
  delete: (key: string) => Promise<void>;
  /** @throws StoreError where it does not answer. */
  check: () => Promise<void>;
  /** Clears away what crashes broke off more than a day ago. */
  clearAbandoned: () => Promise<void>;
}

/** A key becomes a path: nothing in it may lead elsewhere. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9-]{8,128}$/u.test(key)) throw new TypeError('not the key of an object');
  return key;
}

/** @throws RangeError where it is empty. */
export function checkedRange(range: ByteRange | undefined): void {
  if (range && range.end <= range.start) throw new RangeError('an empty range');
}

/** The key names nothing. */
export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
  readonly code = 'objects.missing';

  constructor(key: string) {
    super(`no object ${key}`);
  }
}

/** Other bytes lie in the place of those that were decided on. */
export class ObjectChangedError extends Error {
  override readonly name = 'ObjectChangedError';
  readonly code = 'objects.changed';

  constructor() {
    super('an object is not the one that was decided on');
  }
}
