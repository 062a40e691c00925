import { inTransaction } from '../../../infra/database/index.ts';
import type { Jobs } from '../../../infra/jobs/jobs.port.ts';
import { invitationQueue, listInvitedAccounts } from '../../tenants/invitations.usecases.ts';
import type { AccountServices } from '../accounts.types.ts';
import { noticeQueue, sendNotice } from './account-notices.usecases.ts';

/** Starts this node's worker that sends notices about changes of accounts. */
export async function startNoticeWorker(jobs: Jobs, context: AccountServices): Promise<void> {
  await jobs.work(noticeQueue, ({ noticeID }) => sendNotice(context, noticeID), { maxConcurrentJobs: 4 });
}

/** Starts this node's worker that notifies people of invitations inside the app. */
export async function startInvitationWorker(jobs: Jobs, context: AccountServices): Promise<void> {
  await jobs.work(invitationQueue, ({ invitationID }) => notifyInvitees(context, invitationID), {
    maxConcurrentJobs: 4,
  });
}

async function notifyInvitees(
  { db, clock, publishEvent }: AccountServices,
  invitationID: string,
): Promise<void> {
  const invitees = await listInvitedAccounts(db, { invitationID, now: clock() });
  await inTransaction(db, async (transaction) => {
    for (const one of invitees) await publishEvent(transaction, { kind: 'invited', ...one });
  });
}
