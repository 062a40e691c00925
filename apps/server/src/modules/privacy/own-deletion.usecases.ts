import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import { recordAccountAct } from '../accounts/account-acts.usecases.ts';
import { findAccountRow } from '../accounts/accounts.usecases.ts';
import { endAllSessions } from '../accounts/administration/administer-accounts.usecases.ts';
import { requirePassword, sourceOfSession } from '../accounts/passwords/password-check.usecases.ts';
import { listTenantsAdministeredAlone } from '../tenants/administer-members.usecases.ts';
import { updateDeletion } from './erase-account.repository.ts';
import type { PrivacyServices } from './privacy.types.ts';

/**
 * Schedules the deletion of the account at the request of its owner, and ends every session. A sign-in before the
 * deletion cancels it.
 *
 * @returns the time of the deletion in milliseconds since 1970.
 * @throws ServiceError `login.incorrect_username_or_password`, `login.account_locked`, `admin.last_administrator` where
 * the account is the only administrator of an organisation.
 */
export async function requestDeletion(
  { accounts, accountDeletionDelayMs }: PrivacyServices,
  session: AccountSession,
  password: string,
): Promise<number> {
  const { aid, device } = session;
  const { db, clock } = accounts;
  const account = await findAccountRow(db, aid);
  const source = sourceOfSession(session);
  await requirePassword(accounts, { account, password, act: 'account.deletion_requested', source });
  const at = new Date(clock());
  const deleteAt = new Date(at.getTime() + accountDeletionDelayMs);
  await inTransaction(db, async (transaction) => {
    const soleTids = await listTenantsAdministeredAlone(transaction, aid);
    if (soleTids.length > 0) throw new ServiceError('admin.last_administrator');
    await recordAccountAct(
      transaction,
      { aid, deviceID: device?.id ?? null, at },
      { act: 'account.deletion_requested' },
    );
    await updateDeletion(transaction, { aid, deleteAt });
    await endAllSessions(transaction, { aid, at });
  });
  return deleteAt.getTime();
}
