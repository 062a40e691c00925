import type { Change, ChangeFeed } from '../../infra/changes/changes.port.ts';
import { type FreshCache, freshCache, type Kept } from '../../infra/changes/fresh-cache.adapter.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';

/** Who was let in by a token, to one tenant where there is a member. */
export interface KeptAdmission {
  readonly session: AccountSession;
  readonly member: Member | null;
  /** Milliseconds since 1970, by the clock of the service: from then on it has to be asked again. */
  readonly until: number;
}

export type Admissions = FreshCache<KeptAdmission>;

/** Keeps who was let in, never who was refused, until something changes that it was decided by. */
export function keepAdmissions(changes: ChangeFeed): Admissions {
  return freshCache<KeptAdmission>({ changes, most: 20_000, mostEach: 50, touches: admissionTouches });
}

/**
 * The token itself is in the key: only one whose signature was verified is ever found. To be let in as an account is no
 * admission to a tenant, whatever the tenant is called.
 */
export function admissionKey(token: string | undefined, tid?: string): string {
  return tid === undefined ? `account ${token}` : `member ${tid} ${token}`;
}

export function keptAdmission(admission: KeptAdmission): Kept<KeptAdmission> {
  return { value: admission, tags: admissionTags(admission) };
}

/** The names of what an admission hangs on; {@link admissionTouches} gives those that a change concerns. */
export function admissionTags({ session, member }: Pick<KeptAdmission, 'session' | 'member'>): string[] {
  const tags = [`session ${session.sid}`, `account ${session.aid}`];
  if (member) tags.push(`tenant ${member.tid}`, `member ${member.tid} ${member.fid}`);
  return tags;
}

export function admissionTouches({ topic, tid, fid, aid, sid }: Change): readonly string[] | 'all' {
  // What a withdrawn key signed is found here by its text, whatever session it names.
  if (topic === 'token_key') return 'all';
  if (topic === 'session') return sid === undefined ? 'all' : [`session ${sid}`];
  if (topic === 'account') return aid === undefined ? 'all' : [`account ${aid}`];
  if (topic !== 'membership' && topic !== 'role' && topic !== 'tenant') return [];
  if (tid === undefined) return 'all';
  return [fid === undefined ? `tenant ${tid}` : `member ${tid} ${fid}`];
}
