import { inTransaction } from '../../infra/database/index.ts';
import type { Jobs } from '../../infra/jobs/jobs.port.ts';
import { invitationQueue, invitedAccounts } from '../tenants/invitations.usecases.ts';
import type { AccountServices } from './accounts.port.ts';

/** Starts this node's worker that notifies people of invitations inside the app. */
export async function workOnInvitations(jobs: Jobs, context: AccountServices): Promise<void> {
  await jobs.work(invitationQueue, ({ invitationID }) => notifyOf(context, invitationID), { atOnce: 4 });
}

async function notifyOf({ db, clock, tell }: AccountServices, invitationID: string): Promise<void> {
  const invited = await invitedAccounts(db, { invitationID, now: clock() });
  await inTransaction(db, async (transaction) => {
    for (const one of invited) await tell(transaction, { kind: 'invited', ...one });
  });
}
