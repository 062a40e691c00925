import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { noticeQueue, sendNotice } from './account-notices.usecases.ts';
import type { AccountServices } from './accounts.port.ts';

/** Begins this node's share of telling people of changes to their accounts. */
export async function workOnNotices(jobs: Jobs, context: AccountServices): Promise<void> {
  await jobs.work(noticeQueue, ({ noticeID }) => sendNotice(context, noticeID), { atOnce: 4 });
}
