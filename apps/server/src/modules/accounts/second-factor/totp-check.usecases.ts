import { type DatabaseTransaction, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { type MasterKey, unwrapAtRest, type WrappedColumn } from '../../../infra/master-key/index.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { lockAccountRow } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import {
  countTotpFailure,
  lockTotp,
  markRecoveryCodeUsed,
  type TotpRow,
  updateTotpStep,
} from './totp.repository.ts';
import { matchTotpStep, recoveryCodeDigest } from './totp.util.ts';

/** A code of the authenticator app, or a recovery code in its place. */
export type PresentedTotp = { totp: string } | { recoveryCode: string };

/**
 * Wrong codes in succession that lock an authenticator app, and for how long. A person who knows the password guesses a
 * code within a day with a probability of 0.04 %. Recovery codes cannot be guessed and are not locked.
 */
export const totpLockout = { maxFailures: 5, lockoutMs: 60 * 60_000 };

export const totpContext = (aid: string): string => `totp ${aid}`;

export const wrappedTotpSecrets: WrappedColumn = {
  table: 'totp_factors',
  column: 'wrapped_secret',
  id: 'aid',
  contextOf: totpContext,
};

/**
 * Runs `action` in the transaction that consumes a code of the authenticator app. Where the action fails, the code stays
 * valid. A wrong code is counted in any case.
 * @throws ServiceError `login.totp_not_enrolled`, `login.verification_code_error`, `app.too_many_requests`.
 */
export async function consumeTotp<T>(
  context: AccountServices,
  { aid, presented }: { aid: string; presented: PresentedTotp },
  action: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(context.db, async (transaction) => {
    // The account is locked first, as by every other change of its credentials.
    await lockAccountRow(transaction, aid);
    const row = await lockTotp(transaction, aid);
    if (!row?.confirmed_at) return 'login.totp_not_enrolled';
    const problem = await acceptPresented(context, transaction, { row, presented });
    return problem ?? { value: await action(transaction) };
  });
  if (typeof result === 'string') throw new ServiceError(result);
  return result.value;
}

type Problem = 'login.totp_not_enrolled' | 'login.verification_code_error' | 'app.too_many_requests';

/** Accepts a code for a locked row, once. @returns the error code where it is rejected. */
async function acceptPresented(
  context: Pick<AccountServices, 'clock' | 'masterKey'>,
  transaction: DatabaseTransaction,
  { row, presented }: { row: TotpRow; presented: PresentedTotp },
): Promise<Problem | undefined> {
  const { aid } = row;
  const at = new Date(context.clock());
  if ('totp' in presented) return acceptTotp(context, transaction, { row, code: presented.totp });
  const digest = recoveryCodeDigest(presented.recoveryCode);
  if (!(await markRecoveryCodeUsed(transaction, { aid, digest, at }))) return 'login.verification_code_error';
  await recordAccountAct(transaction, { aid, at }, { act: 'account.recovery_code_used' });
  return undefined;
}

/** Accepts a code of the authenticator app, once; the first one confirms the enrolment. @returns the error where it is rejected. */
export async function acceptTotp(
  { clock, masterKey }: { clock: AccountServices['clock']; masterKey: MasterKey },
  transaction: DatabaseTransaction,
  { row: { aid, wrapped_secret, last_step, locked_until }, code }: { row: TotpRow; code: string },
): Promise<Problem | undefined> {
  const now = clock();
  if (locked_until !== null && locked_until.getTime() > now) return 'app.too_many_requests';
  const secret = unwrapAtRest(wrapped_secret, masterKey.bytes, totpContext(aid));
  const step = matchTotpStep(secret, code, { now, lastStep: last_step });
  secret.fill(0);
  if (step === undefined) {
    const { maxFailures, lockoutMs } = totpLockout;
    await countTotpFailure(transaction, { aid, maxFailures, until: new Date(now + lockoutMs) });
    return 'login.verification_code_error';
  }
  await updateTotpStep(transaction, { aid, step, at: new Date(now) });
  return undefined;
}
