import type { Answer } from '@sealflow/contract';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { selectFailedJobs, updateJobDue } from './jobs.repository.ts';

type FailedJobs = Answer<'GET /api/v1/admin/failed-jobs'>;

/** Jobs whose last attempt failed. Their data is not included. */
export async function listFailedJobs(
  db: DatabaseHandle,
  query: { queue?: string | undefined; skip: number; limit: number },
): Promise<FailedJobs> {
  const { total, rows } = await selectFailedJobs(db, { ...query, queue: query.queue });
  return {
    total,
    data: rows.map((row) => ({
      jobID: row.id,
      queue: row.name,
      state: row.state === 'retry' ? 'retrying' : 'failed',
      attempts: row.retry_count + 1,
      createAt: row.created_on.getTime(),
      nextAttemptAt: row.state === 'retry' ? row.start_after.getTime() : null,
      cause: causeOf(row.output),
    })),
  };
}

/** A handler that failed left the name and the code of its error; the queue itself leaves other outputs, such as of a timeout. */
function causeOf(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null;
  const { error, code } = output as { error?: unknown; code?: unknown };
  if (typeof error !== 'string') return 'queue';
  return typeof code === 'string' ? `${error} (${code})` : error;
}

/** Makes a failed job due now. @throws ServiceError `admin.job_not_found`. */
export async function retryJob(
  db: DatabaseHandle,
  { jobID, operatorID, at }: { jobID: string; operatorID: string; at: Date },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const queue = await updateJobDue(transaction, jobID);
    if (queue === undefined) throw new ServiceError('admin.job_not_found');
    const actor = { kind: 'operator', tid: null, operatorID } as const;
    const act = { act: 'deployment.job_retried', subject: `${queue}/${jobID}` } as const;
    await recordAct({ handle: transaction, actor, at }, act);
  });
}
