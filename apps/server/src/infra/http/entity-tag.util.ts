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
  // A proxy that compresses answers weakens their tags.
  const tags = new Set(ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  if (!tags.has('*') && !tags.has(currentTag)) throw new ServiceError('admin.changed_meanwhile');
}

/** The entity tag of an object, over its fields in this order. */
export function tagOfFields(fields: readonly string[], object: object): string {
  return entityTagOf(fields.map((field) => (object as Readonly<Record<string, unknown>>)[field] ?? null));
}

/**
 * Asserts that an object still has the entity tag that the caller read. Runs in the transaction of the change, after the
 * object is locked.
 * @param read - reads the locked object, as the call that answers its tag does.
 * @throws ServiceError `admin.changed_meanwhile`.
 */
export async function assertUnchanged(
  ifMatch: string | undefined,
  fields: readonly string[],
  read: () => Promise<object>,
): Promise<void> {
  if (ifMatch !== undefined) assertMatch(ifMatch, tagOfFields(fields, await read()));
}
