import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { assertUnchangedSinceSeen } from './digest.usecases.ts';
import type { FlowRow } from './flow.repository.ts';
import { insertFlowAct } from './flow-acts.repository.ts';

/**
 * The actions on a flow other than those on its tasks, with the name of each in the audit trail. Those that change the flow have
 * the names of the events of the workflow rules.
 */
const auditActByAction = {
  submit: 'flow.submitted',
  resubmit: 'flow.resubmitted',
  cancel: 'flow.canceled',
  administrator_cancel: 'flow.canceled_by_administrator',
  remind: 'flow.reminded',
} as const;
export type FlowAction = keyof typeof auditActByAction;

/** The actor: a person of the tenant, or the operator. */
export type FlowActor = Extract<AuditActor, { kind: 'account' | 'operator' }> & { readonly tid: string };

export interface FlowAct {
  readonly action: FlowAction;
  readonly note: string | null;
  /** SHA-256 digest of the content that the actor saw; null if the client does not send it. */
  readonly seen: string | null;
}

/**
 * Records an action on a flow and the digest of the content it applied to, in the transaction of the action.
 * @throws ServiceError `work.changed_since_seen`
 */
export async function recordFlowAct(
  transaction: DatabaseTransaction,
  row: FlowRow,
  { actor, performAct, at }: { actor: FlowActor; performAct: FlowAct; at: Date },
): Promise<void> {
  const { action, note, seen } = performAct;
  const content = await assertUnchangedSinceSeen(transaction, row, seen);
  const isAccount = actor.kind === 'account';
  await insertFlowAct(transaction, {
    act_id: createTimeOrderedID(),
    tid: row.tid,
    flow_id: row.flow_id,
    action,
    aid: isAccount ? actor.aid : null,
    fid: isAccount ? (actor.fid ?? null) : null,
    operator_id: isAccount ? null : actor.operatorID,
    task_id: null,
    note,
    seen_sha256: seen,
    content_sha256: content,
    done_at: at,
  });
  await recordAct(
    { handle: transaction, actor, at },
    { act: auditActByAction[action], subject: row.flow_id, sha256: content },
  );
}
