import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { processingQueue } from '../workflow/flow-event.usecases.ts';
import { advanceFlow, findFlowForProcessing } from '../workflow/processing-flow.usecases.ts';
import { resetFailedMail } from './processing.repository.ts';
import type { ProcessingServices } from './processing.types.ts';

/**
 * Retries the failed processing of a flow, or its failed mail, at the request of the applicant or of an administrator.
 * @param applicant - the person whose flow it must be; an administrator retries the flow of anyone.
 * @throws ServiceError `work.flow_not_found`, `work.flow_state_error` if nothing failed or if people process the flow.
 */
export async function retryProcessing(
  { db, clock, outbox }: Pick<ProcessingServices, 'db' | 'clock' | 'outbox'>,
  actor: Actor,
  { flowID, applicant }: { flowID: string; applicant?: string },
): Promise<void> {
  const { tid } = actor;
  await inTransaction(db, async (transaction) => {
    const flow = await findFlowForProcessing(transaction, { tid, flowID });
    if (!flow || (applicant !== undefined && flow.applicantFid !== applicant))
      throw new ServiceError('work.flow_not_found');
    // The draft of another person is private.
    if (applicant === undefined && flow.state === 'new') throw new ServiceError('work.flow_not_found');
    const at = new Date(clock());
    const event = { type: 'processing_started' } as const;
    const isProcessingRetried =
      flow.state === 'not_processed' &&
      (await advanceFlow({ db: transaction, clock, outbox }, { tid, flowID, event }));
    const isMailRetried =
      flow.state === 'processed' && (await resetFailedMail(transaction, { tid, flowID, at }));
    if (!isProcessingRetried && !isMailRetried) throw new ServiceError('work.flow_state_error');
    const task = isProcessingRetried ? 'process_files' : 'send_email';
    await outbox.send(transaction, processingQueue, [{ data: { tid, flowID, task } }]);
    await recordAct({ handle: transaction, actor, at }, { act: 'processing.tried_again', subject: flowID });
  });
}
