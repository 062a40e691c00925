import { randomUUID } from 'node:crypto';

/**
 * Creates a UUID version 7 (RFC 9562): the time in milliseconds, then 74 random bits. Rows of the same time are neighbours in an
 * index, so that inserts fill one page of it instead of writing to, and splitting, a random one. It tells when it was created.
 */
export function createTimeOrderedID(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
