import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type Act, type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import type { AdminServices } from './admin.types.ts';

export type { AdminServices } from './admin.types.ts';

/** The context of a running administrative action. */
export interface ActionContext {
  readonly transaction: DatabaseTransaction;
  readonly at: Date;
  /** Records the action in its transaction. */
  readonly record: (act: Act) => Promise<void>;
}

/**
 * Runs an administrative action in one transaction with its audit records. An attempt to exceed the actor's rights is
 * recorded too.
 */
export async function act<Result>(
  { db, clock }: Pick<AdminServices, 'db' | 'clock'>,
  actor: AuditActor,
  work: (acting: ActionContext) => Promise<Result>,
): Promise<Result> {
  const at = new Date(clock());
  try {
    return await inTransaction(db, (transaction) => work(actionContextAs(actor, { transaction, at })));
  } catch (error) {
    if (error instanceof ServiceError && exceedsOwnRights(error)) {
      const refusal = { act: 'administration.refused', decision: 'refused', reason: error.code } as const;
      await recordAct({ handle: db, actor, at }, refusal);
    }
    throw error;
  }
}

/** The context for a follow-up action that is recorded under another actor or tenant. */
export function actionContextAs(
  actor: AuditActor,
  { transaction, at }: Pick<ActionContext, 'transaction' | 'at'>,
): ActionContext {
  return { transaction, at, record: (one) => recordAct({ handle: transaction, actor, at }, one) };
}

/** The operator, acting on a tenant or, if null, on the deployment. */
export function operatorActor(operatorID: string, tid: string | null = null): AuditActor {
  return { kind: 'operator', tid, operatorID };
}

function exceedsOwnRights({ code }: ServiceError): boolean {
  return code === 'admin.beyond_own_rights' || code === 'admin.account_of_another_tenant';
}
