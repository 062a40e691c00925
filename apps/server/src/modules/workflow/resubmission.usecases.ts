import { detailKeys, findRevisionTask, type Process } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import {
  type Application,
  assertHasFiles,
  attachFiles,
  resolveContent,
  resolveProcess,
} from './applications.usecases.ts';
import { applyEvent } from './apply-event.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import type { Applicant } from './details.usecases.ts';
import { assertUnchangedSinceSeen } from './digest.usecases.ts';
import {
  type FlowRow,
  lockFlow,
  replaceDraft,
  selectFlowFiles,
  selectFlowOfParticipant,
} from './flow.repository.ts';
import type { FlowActResult, FlowRequest } from './flow-acts.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { recordFlowAct } from './flow-record.usecases.ts';
import { toFlowFiles } from './flow-response.usecases.ts';
import { insertVersion } from './flow-version.repository.ts';
import { runOnce } from './idempotency.usecases.ts';
import { selectTasks } from './task.repository.ts';

/** The changed content of an application. Its type stays. */
export type ChangedContent = Omit<Application, 'type'>;

/**
 * Submits the caller's returned application again with its changed content. The content until now stays as a version, and its
 * files stay referenced.
 * @throws ServiceError `work.flow_not_found` also for callers who do not participate in it, `work.not_allowed` for participants
 * other than the applicant, `work.flow_state_error` if it is not returned, `work.changed_since_seen`,
 * `work.idempotency_key_reused`, and as `createFlow`.
 */
export function resubmitFlow(
  services: WorkflowServices,
  decider: Decider,
  { flowID, note, seen, idempotencyKey: key, ...content }: FlowRequest & ChangedContent,
): Promise<FlowActResult> {
  const { tid, fid } = decider.member;
  const { aid } = decider.session;
  return inTransaction(services.db, async (transaction) => {
    const found = await lockFlow(transaction, { tid, flowID });
    if (!found) throw new ServiceError('work.flow_not_found');
    const at = new Date(services.clock());
    const { title, description, files, details, chosenApprovers = [] } = content;
    const digested = ['resubmit', note, seen, title, description, files, details ?? null, chosenApprovers];
    return runOnce(transaction, { aid, scope: `flow:${flowID}`, key, at, content: digested }, async () => {
      await assertReturnedTo(transaction, { row: found, fid });
      await insertCurrentVersion(transaction, found, seen);
      const applicant = { tid, fid, aid, at: at.getTime() };
      const { row, process } = await replaceContent(transaction, found, { applicant, content });
      const event = { type: 'resubmit', by: fid, note, process } as const;
      const { flow } = await applyEvent(transaction, services, { row, event });
      const performAct = { action: 'resubmit', note, seen: null } as const;
      await recordFlowAct(transaction, row, { actor: auditActorOf(decider), performAct, at });
      return { id: flowID, note, processTime: at.getTime(), state: flow.state };
    });
  });
}

async function assertReturnedTo(
  transaction: DatabaseTransaction,
  { row: { tid, flow_id: flowID, applicant_fid }, fid }: { row: FlowRow; fid: string },
): Promise<void> {
  if (applicant_fid !== fid) {
    const isParticipant = await selectFlowOfParticipant(transaction, { tid, fid, flowID });
    throw new ServiceError(isParticipant ? 'work.not_allowed' : 'work.flow_not_found');
  }
  if (findRevisionTask(await selectTasks(transaction, flowID)) === undefined)
    throw new ServiceError('work.flow_state_error');
}

/** @throws ServiceError `work.changed_since_seen` if the applicant changed another content than the current one. */
async function insertCurrentVersion(
  transaction: DatabaseTransaction,
  row: FlowRow,
  seen: string | null,
): Promise<void> {
  const { flow_id, tid, title, description, details } = row;
  const content_sha256 = await assertUnchangedSinceSeen(transaction, row, seen);
  const files = toFlowFiles(await selectFlowFiles(transaction, flow_id));
  await insertVersion(transaction, { flow_id, tid, title, description, details, files, content_sha256 });
}

/** @returns the row with the new content, and the process that applies to it. The row has the process of the stages until now. */
async function replaceContent(
  transaction: DatabaseTransaction,
  before: FlowRow,
  { applicant, content }: { applicant: Applicant; content: ChangedContent },
): Promise<{ row: FlowRow; process: Process }> {
  const { type, flow_id, process: until } = before;
  assertHasFiles(type, content.files.length);
  const foreignKey = Object.keys(content.details ?? {}).find(
    (key) => !detailKeys[type].some((own) => own === key),
  );
  if (foreignKey !== undefined) throw badRequest(`body.details.${foreignKey}`);
  const resolved = await resolveContent(transaction, applicant, { ...content, type });
  const files = await attachFiles(transaction, before, content.files);
  const process = await resolveProcess(transaction, { ...before, ...resolved }, files);
  const row = { ...before, ...resolved, process: until, updated_at: new Date(applicant.at) };
  const { type_id, title, description, details, updated_at } = row;
  const changed = { flow_id, type_id, type, title, description, details, process: until, updated_at };
  await replaceDraft(transaction, changed, files);
  return { row, process };
}
