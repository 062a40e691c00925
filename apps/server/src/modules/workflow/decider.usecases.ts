import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import type { AuditActor } from '../audit/audit.usecases.ts';

/** The person who decides: a member of a tenant, in a session of their account. */
export interface Decider {
  readonly member: Pick<Member, 'tid' | 'fid'>;
  readonly session: Pick<AccountSession, 'aid'> & Partial<Pick<AccountSession, 'device'>>;
}

/** The decider as the audit trail records it. */
export function auditActorOf({
  member,
  session,
}: Decider): Extract<AuditActor, { kind: 'account' }> & { tid: string } {
  const { tid, fid } = member;
  return { kind: 'account', tid, aid: session.aid, fid, deviceID: session.device?.id ?? null };
}
