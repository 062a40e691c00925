import { type DatabaseTransaction, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import type { AccountServices } from '../accounts.types.ts';
import { selectFactorTimes, updateSteppedUpAt, updateTwoFactorsAt } from '../sessions/sessions.repository.ts';
import { hasOwnSecondFactor } from './second-factor.usecases.ts';
import { consumeTotp, type PresentedTotp } from './totp-check.usecases.ts';
import { lockUnchangedAccount, verifyOwnPassword } from './totp-enrolment.usecases.ts';

/** How long a session may make calls that require a step-up after it presented its factors. */
export const stepUpLifetimeMs = 15 * 60_000;

/**
 * Asserts that a session presented its factors lately, by its sign-in or again: two for an account with an authenticator
 * app or the operator role, otherwise one.
 * @throws ServiceError `login.step_up_required`.
 */
export async function assertSteppedUp(
  { db, clock }: Pick<AccountServices, 'db' | 'clock'>,
  { aid, sid }: Pick<AccountSession, 'aid' | 'sid'>,
): Promise<void> {
  const times = await selectFactorTimes(db, sid);
  const presentedAt = (await hasOwnSecondFactor(db, aid)) ? times?.twoAt : times?.oneAt;
  if (!presentedAt || presentedAt.getTime() + stepUpLifetimeMs <= clock())
    throw new ServiceError('login.step_up_required');
}

/**
 * Presents the factors of the account again on a session, for calls that require them within a limited time.
 * @param presented - null for the password alone.
 * @throws ServiceError `login.step_up_required` where the password alone does not suffice, and those of
 * {@link consumeTotp} and of the password.
 */
export async function stepUp(
  context: AccountServices,
  session: AccountSession,
  { password, presented }: { password: string; presented: PresentedTotp | null },
): Promise<void> {
  const { aid, sid, device } = session;
  const verified = await verifyOwnPassword(context, session, { password, act: 'account.stepped_up' });
  const finish = async (
    transaction: DatabaseTransaction,
    store: (transaction: DatabaseTransaction, session: { sid: string; at: Date }) => Promise<void>,
  ) => {
    const at = new Date(context.clock());
    await store(transaction, { sid, at });
    const subject = { aid, deviceID: device?.id ?? null, at };
    await recordAccountAct(transaction, subject, { act: 'account.stepped_up' });
  };
  if (presented !== null) {
    await consumeTotp(context, { aid, presented }, async (transaction) => {
      await lockUnchangedAccount(transaction, verified);
      await finish(transaction, updateTwoFactorsAt);
    });
    return;
  }
  await inTransaction(context.db, async (transaction) => {
    await lockUnchangedAccount(transaction, verified);
    // Checked under the lock: the account may have enrolled an authenticator app meanwhile.
    if (await hasOwnSecondFactor(transaction, aid)) throw new ServiceError('login.step_up_required');
    await finish(transaction, updateSteppedUpAt);
  });
}
