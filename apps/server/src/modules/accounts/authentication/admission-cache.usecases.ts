import type { Change, ChangeFeed } from '../../../infra/changes/changes.port.ts';
import type { AccountSession, Member } from '../../../infra/http/access.port.ts';
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
export function createAdmissionCache(changes: ChangeFeed): AdmissionCache {
  return createTaggedCache<CachedAdmission>({
    changedTags: recordChangedTags(changes, tagsOfChange),
    maxEntries: 20_000,
    maxEntriesPerFirstTag: 50,
  });
}

/**
 * The key contains the token itself, so that only a token whose signature was verified is found. The prefix separates
 * the admission of an account from an admission to a tenant, whatever the id of the tenant.
 */
export function admissionCacheKey(token: string | undefined, tid?: string): string {
  return tid === undefined ? `account ${token}` : `member ${tid} ${token}`;
}

export function toCacheEntry(admission: CachedAdmission): Tagged<CachedAdmission> {
  return { value: admission, tags: admissionTags(admission) };
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
