import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { insertRecords } from './audit.repository.ts';
import type { AuditEntry, AuditedAct } from './audit-record.port.ts';

export type { AuditEntry, AuditedAct, AuditRecord } from './audit-record.port.ts';

/** Who did it: the caller of a call, an account that is not, or not yet, signed in, the operator, or the service by itself. */
export type AuditActor =
  | Actor
  | {
      readonly kind: 'account';
      /** Null: for no tenant. */
      readonly tid: string | null;
      readonly aid: string;
      readonly fid?: string | null;
      readonly deviceID?: string | null;
    }
  | { readonly kind: 'operator'; readonly tid: string | null; readonly operatorID: string }
  | { readonly kind: 'service'; readonly tid: string | null };

export interface AuditedBy {
  /** The transaction that acts: the record is there exactly when the act is. */
  readonly handle: DatabaseHandle;
  readonly actor: AuditActor;
  readonly at: Date;
}

/** Ids only. */
export interface Act {
  /** `area.verb_past`, such as `account.password_changed`. */
  act: AuditedAct;
  /** The id of what it was done to. */
  subject?: string | null;
  documentID?: string | null;
  kid?: string | null;
  /** `granted` where it is missing. */
  decision?: 'granted' | 'refused';
  /** Why it was refused. */
  reason?: string | null;
  sha256?: string | null;
}

/** Writes down what somebody did, or was refused, in the transaction that does it. */
export function recordAct(by: AuditedBy, act: Act): Promise<void> {
  return recordActs(by, [act]);
}

/** Writes down several acts of one actor, in their order. */
export function recordActs({ handle, actor, at }: AuditedBy, acts: readonly Act[]): Promise<void> {
  const who = { tid: actor.tid, ...idsOf(actor) };
  const entries = acts.map(
    (act): AuditEntry => ({
      ...who,
      at,
      act: act.act,
      decision: act.decision ?? 'granted',
      reason: act.reason ?? null,
      documentID: act.documentID ?? null,
      kid: act.kid ?? null,
      subject: act.subject ?? null,
      sha256: act.sha256 ?? null,
    }),
  );
  return insertRecords(handle, entries);
}

/** Writes down decisions, before anyone hears of them. */
export const recordDecisions: (handle: DatabaseHandle, entries: readonly AuditEntry[]) => Promise<void> =
  insertRecords;

function idsOf(actor: AuditActor): Pick<AuditEntry, 'aid' | 'fid' | 'deviceID' | 'operatorID'> {
  const nobody = { aid: null, fid: null, deviceID: null, operatorID: null };
  if (actor.kind === 'service') return nobody;
  if (actor.kind === 'operator') return { ...nobody, operatorID: actor.operatorID };
  if (actor.kind === 'account')
    return { ...nobody, aid: actor.aid, fid: actor.fid ?? null, deviceID: actor.deviceID ?? null };
  const { member, session } = actor;
  return { ...nobody, aid: session.aid, fid: member.fid, deviceID: session.device?.id ?? null };
}
