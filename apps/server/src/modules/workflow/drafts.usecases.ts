import type { Flow } from '@sealflow/contract';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { releaseFiles } from '../files/file-references.usecases.ts';
import { type Application, attachFiles, readOwnFlow, resolveContent } from './applications.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { deleteDraft, type FlowRow, lockFlow, replaceDraft } from './flow.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';

/**
 * Replaces the content and the files of the caller's draft.
 * @throws ServiceError `work.flow_not_found`, `work.flow_state_error` once it is submitted, and as `createFlow`.
 */
export function updateDraft(
  services: WorkflowServices,
  decider: Decider,
  { flowID, ...application }: Application & { readonly flowID: string },
): Promise<Flow> {
  const { tid, fid } = decider.member;
  const at = services.clock();
  return inTransaction(services.db, async (transaction) => {
    const row = await lockDraft(transaction, decider, flowID);
    const content = await resolveContent(
      transaction,
      { tid, fid, aid: decider.session.aid, at },
      application,
    );
    await releaseFiles(transaction, { holder: flowID });
    const files = await attachFiles(transaction, row, application.files);
    await replaceDraft(transaction, { ...content, flow_id: flowID, updated_at: new Date(at) }, files);
    return readOwnFlow(transaction, { tid, fid, flowID });
  });
}

/**
 * Deletes the caller's draft and releases its files.
 * @throws ServiceError `work.flow_not_found`, `work.flow_state_error` once it is submitted.
 */
export function discardDraft(services: WorkflowServices, decider: Decider, flowID: string): Promise<void> {
  return inTransaction(services.db, async (transaction) => {
    await lockDraft(transaction, decider, flowID);
    await releaseFiles(transaction, { holder: flowID });
    await deleteDraft(transaction, flowID);
    const by = { handle: transaction, actor: auditActorOf(decider), at: new Date(services.clock()) };
    await recordAct(by, { act: 'flow.discarded', subject: flowID });
  });
}

async function lockDraft(
  transaction: DatabaseTransaction,
  { member }: Decider,
  flowID: string,
): Promise<FlowRow> {
  const row = await lockFlow(transaction, { tid: member.tid, flowID });
  if (row?.applicant_fid !== member.fid) throw new ServiceError('work.flow_not_found');
  if (row.state !== 'new') throw new ServiceError('work.flow_state_error');
  return row;
}
