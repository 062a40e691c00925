import { inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import { type AccountRow, countFailure, forgetFailures } from './accounts.repository.ts';
import { isPassword } from './password-hash.adapter.ts';

/** Wrong passwords in a row that lock an account, and for how long. */
export const passwordLock = { most: 10, time: 15 * 60_000 };

/**
 * Whether this is the account's password, counting the wrong ones. An account that is not there takes as long.
 * @param what - the act that is refused with it.
 * @throws ServiceError `login.account_locked`, `login.incorrect_username_or_password`.
 */
export async function demandPassword(
  context: AccountServices,
  {
    account,
    password,
    what,
  }: { account: AccountRow | undefined; password: string; what: `account.${string}` },
): Promise<AccountRow> {
  const now = context.clock();
  if (account?.locked_until && account.locked_until.getTime() > now) {
    // Anyone can go on asking: counted, and not one record each.
    countRefusal(context.db, { tid: null, act: what, reason: 'login.account_locked', at: now });
    throw new ServiceError('login.account_locked');
  }
  const right = await isPassword(password, account?.password_hash);
  if (account?.state === 'active') {
    if (!right) await refuse(context, { account, what });
    else if (await forgetFailures(context.db, { aid: account.aid, now: new Date(now) })) return account;
  }
  // One answer for all: a right password that came too late must not be told from a wrong one.
  throw new ServiceError('login.incorrect_username_or_password');
}

async function refuse(
  { db, clock, tell }: AccountServices,
  { account: { aid }, what }: { account: AccountRow; what: `account.${string}` },
): Promise<void> {
  const now = clock();
  const at = new Date(now);
  await inTransaction(db, async (transaction) => {
    const isLocked = await countFailure(transaction, {
      aid,
      most: passwordLock.most,
      until: new Date(now + passwordLock.time),
    });
    const reason = 'login.incorrect_username_or_password';
    await recordAccountAct(transaction, { aid, at }, { act: what, decision: 'refused', reason });
    if (!isLocked) return;
    await recordAccountAct(transaction, { aid, at }, { act: 'account.locked' });
    await tell(transaction, { kind: 'account_locked', aid });
  });
}

/** A one-time password is good until its end, for one sign-in. */
export function isSpent(
  { password_until: until, password_used_at: usedAt }: AccountRow,
  now: number,
): boolean {
  return until !== null && (usedAt !== null || until.getTime() <= now);
}
