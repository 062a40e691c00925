import type { Jobs } from '../../../infra/jobs/jobs.port.ts';
import type { AccountServices } from '../accounts.types.ts';
import { noticeQueue, sendNotice } from './account-notices.usecases.ts';

/** Starts this node's worker that sends notices about changes of accounts. */
export async function startNoticeWorker(jobs: Jobs, context: AccountServices): Promise<void> {
  await jobs.work(noticeQueue, ({ noticeID }) => sendNotice(context, noticeID), { maxConcurrentJobs: 4 });
}
