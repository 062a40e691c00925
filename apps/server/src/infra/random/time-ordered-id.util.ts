import { randomBytes } from 'node:crypto';

/** Base 32 with the digits of `Number.toString(32)`, whose order is the same in every collation. */
const digits = '0123456789abcdefghijklmnopqrstuv';
const randomDigits = 11;
/** Makes the first digit a letter from `g` on, for the next five centuries. */
const firstTime = 2 ** 44;

/**
 * Creates an id of 20 characters: the time in milliseconds (9 digits), then 55 random bits. Rows of the same time are neighbours in
 * an index, so that inserts fill one page of it instead of writing to, and splitting, a random one. The first digit sorts ids behind
 * all UUIDs, which earlier releases created, so that an index grows at its end. It tells when it was created.
 */
export function createTimeOrderedID(now: number = Date.now()): string {
  return (
    smallestIDAt(now) + Array.from(randomBytes(randomDigits), (byte) => digits[byte % digits.length]).join('')
  );
}

/**
 * The beginning of the ids of a time: a text that is smaller than each of them, and larger than each earlier id. A part of a millisecond
 * is dropped: it would put a point into the id, which separates the parts of ids that contain this one.
 */
export function smallestIDAt(time: number): string {
  return Math.floor(firstTime + time).toString(digits.length);
}
