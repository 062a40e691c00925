import { createHash } from 'node:crypto';
import { ServiceError } from '../errors/service.errors.ts';

/** The strong entity tag of a state: equal states have equal tags. The order of keys counts, so build the state in one place. */
export function entityTagOf(state: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url')}"`;
}

/**
 * Compares the `If-Match` header of a request with the tag of the current state. Call it after the lock of the state.
 * @throws ServiceError `admin.changed_meanwhile` if the header names no current tag; not without the header.
 */
export function assertMatch(ifMatch: string | undefined, currentTag: string): void {
  if (ifMatch === undefined) return;
  const tags = new Set(ifMatch.split(',').map((tag) => tag.trim()));
  if (!tags.has('*') && !tags.has(currentTag)) throw new ServiceError('admin.changed_meanwhile');
}
