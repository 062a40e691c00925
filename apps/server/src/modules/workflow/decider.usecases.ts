import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import type { AuditActor } from '../audit/audit.usecases.ts';

/** Who decides: a person of a tenant, on a session of their account. */
export interface Decider {
  readonly member: Pick<Member, 'tid' | 'fid'>;
  readonly session: Pick<AccountSession, 'aid'> & Partial<Pick<AccountSession, 'device'>>;
}

/** The same for the record. */
export function actorOf({
  member,
  session,
}: Decider): Extract<AuditActor, { kind: 'account' }> & { tid: string } {
  const { tid, fid } = member;
  return { kind: 'account', tid, aid: session.aid, fid, deviceID: session.device?.id ?? null };
}
