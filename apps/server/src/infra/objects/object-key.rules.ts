import type { ByteRange } from './objects.port.ts';

/** Validates a key, which becomes part of a path. @throws TypeError */
export function assertObjectKey(key: string): string {
  if (!/^[a-z0-9-]{8,128}$/u.test(key)) throw new TypeError('invalid object key');
  return key;
}

/** @throws RangeError if the range is empty. */
export function assertRange(range: ByteRange | undefined): void {
  if (range && range.end <= range.start) throw new RangeError('empty byte range');
}
