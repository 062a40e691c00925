import type { FlowEvent, FlowState } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { prepareSubmission } from './applications.usecases.ts';
import { applyEvent } from './apply-event.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { type FlowRow, lockFlow, selectFlowFiles, selectFlowOfParticipant } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { type FlowAct, type FlowActor, recordFlowAct } from './flow-record.usecases.ts';
import { runOnce } from './idempotency.usecases.ts';

export interface FlowRequest extends Omit<FlowAct, 'action'> {
  readonly flowID: string;
  readonly idempotencyKey: string | undefined;
}

export interface FlowActResult {
  readonly id: string;
  readonly note: string | null;
  readonly processTime: number;
  readonly state: FlowState;
}

/**
 * Cancels or submits the caller's application, in one transaction with its record.
 * @throws ServiceError `work.flow_not_found` also for callers who do not participate in it, `work.not_allowed` for
 * participants other than the applicant, `work.flow_state_error`, `work.changed_since_seen`,
 * `work.idempotency_key_reused`.
 */
export function actOnOwnFlow(
  services: WorkflowServices,
  decider: Decider,
  { action, ...request }: FlowRequest & { readonly action: 'cancel' | 'submit' },
): Promise<FlowActResult> {
  const { tid, fid } = decider.member;
  const { flowID } = request;
  return performAct(services, auditActorOf(decider), {
    request,
    action,
    event: { type: action, by: fid },
    prepare: async (transaction, row) => {
      const isParticipant =
        row.applicant_fid === fid || (await selectFlowOfParticipant(transaction, { tid, fid, flowID }));
      if (!isParticipant) throw new ServiceError('work.flow_not_found');
      if (action !== 'submit' || row.state !== 'new') return row;
      const applicant = { tid, fid, aid: decider.session.aid, at: services.clock() };
      const files = await selectFlowFiles(transaction, flowID);
      return prepareSubmission(transaction, row, { applicant, files });
    },
  });
}

/**
 * Cancels any application of the tenant.
 * @throws ServiceError as {@link actOnOwnFlow}; `work.flow_not_found` for a draft, which is private to its applicant.
 */
export function cancelAsAdministrator(
  services: WorkflowServices,
  actor: Actor,
  request: FlowRequest,
): Promise<FlowActResult> {
  const by = flowActorOf(actor);
  return performAct(services, by, {
    request,
    action: 'administrator_cancel',
    event: { type: 'administrator_cancel', by: requesterOf(by) },
    prepare: async (_transaction, row) => {
      if (row.state === 'new') throw new ServiceError('work.flow_not_found');
      return row;
    },
  });
}

interface ActCall {
  readonly request: FlowRequest;
  readonly action: FlowAct['action'];
  readonly event: FlowEvent;
  readonly prepare: (transaction: DatabaseTransaction, row: FlowRow) => Promise<FlowRow>;
}

function performAct(
  services: WorkflowServices,
  actor: FlowActor,
  { request, action, event, prepare }: ActCall,
): Promise<FlowActResult> {
  const { flowID, note, seen, idempotencyKey: key } = request;
  return inTransaction(services.db, async (transaction) => {
    const found = await lockFlow(transaction, { tid: actor.tid, flowID });
    if (!found) throw new ServiceError('work.flow_not_found');
    const at = new Date(services.clock());
    const requestKey = { aid: requesterOf(actor), scope: `flow:${flowID}`, key, at };
    return runOnce(transaction, { ...requestKey, content: [action, note, seen] }, async () => {
      const row = await prepare(transaction, found);
      const { flow } = await applyEvent(transaction, services, { row, event });
      await recordFlowAct(transaction, row, { actor, performAct: { action, note, seen }, at });
      return { id: flowID, note, processTime: at.getTime(), state: flow.state };
    });
  });
}

function flowActorOf(actor: Actor): FlowActor {
  return actor.kind === 'member' ? auditActorOf(actor) : actor;
}

function requesterOf(actor: FlowActor): string {
  return actor.kind === 'account' ? actor.aid : `operator:${actor.operatorID}`;
}
