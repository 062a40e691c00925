import type { Change, ChangeFeed } from '../../../infra/changes/changes.port.ts';
import type { Clock } from '../../../infra/clock/clock.port.ts';
import type { AccountSession, Member } from '../../../infra/http/access.port.ts';
import { type EntryKey, entryKeyOf } from '../../../infra/response-cache/entry-table.util.ts';
import {
  createTaggedCache,
  recordChangedTags,
  type Tagged,
  type TaggedCache,
} from '../../../infra/response-cache/tagged-cache.util.ts';

/** A successful authentication of a token; with a member, it is valid for one tenant. */
export interface CachedAdmission {
  readonly session: AccountSession;
  readonly member: Member | null;
  /** End of validity in milliseconds since 1970, by the clock of the service. */
  readonly until: number;
}

export type AdmissionCache = TaggedCache<CachedAdmission>;

/**
 * Creates a cache of admissions, never of rejections. A change of anything that an admission depends on invalidates it.
 */
export function createAdmissionCache({
  changes,
  clock,
}: {
  changes: ChangeFeed;
  clock: Clock;
}): AdmissionCache {
  return createTaggedCache<CachedAdmission>({
    changedTags: recordChangedTags(changes, tagsOfChange),
    clock,
    maxEntries: 20_000,
    maxEntriesPerFirstTag: 50,
  });
}

/**
 * The key covers the whole token, so that only a token whose signature was verified is found. The prefix separates the admission of
 * an account from an admission to a tenant, whatever the id of the tenant: a token contains no line break.
 */
export function admissionCacheKey(token: string | undefined, tid?: string): EntryKey {
  const scope = tid === undefined ? 'account' : `member ${tid}`;
  return entryKeyOf(`${scope}\n${token}`);
}

export function toCacheEntry(admission: CachedAdmission): Tagged<CachedAdmission> {
  return { value: admission, tags: admissionTags(admission), until: admission.until };
}

/** The tags that an admission depends on; {@link tagsOfChange} returns those that a change invalidates. */
export function admissionTags({ session, member }: Pick<CachedAdmission, 'session' | 'member'>): string[] {
  const tags = [`session ${session.sid}`, `account ${session.aid}`];
  if (member) tags.push(`tenant ${member.tid}`, `member ${member.tid} ${member.fid}`);
  return tags;
}

export function tagsOfChange({ topic, tid, fid, aid, sid }: Change): readonly string[] | 'all' {
  // The key of an entry is the token, so the entries of a withdrawn signing key cannot be found by tags.
  if (topic === 'token_key') return 'all';
  if (topic === 'session') return sid === undefined ? 'all' : [`session ${sid}`];
  if (topic === 'account') return aid === undefined ? 'all' : [`account ${aid}`];
  if (topic !== 'membership' && topic !== 'role' && topic !== 'tenant') return [];
  if (tid === undefined) return 'all';
  return [fid === undefined ? `tenant ${tid}` : `member ${tid} ${fid}`];
}
