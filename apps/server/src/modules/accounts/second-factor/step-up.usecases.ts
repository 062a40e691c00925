import type { Body } from '@sealflow/contract';
import { type DatabaseTransaction, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { type AccountRow, selectAccount } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { consumeCode } from '../codes/codes.usecases.ts';
import { contactUpdateScope } from '../contacts/contact-proof.usecases.ts';
import { selectFactorTimes, updateSteppedUpAt, updateTwoFactorsAt } from '../sessions/sessions.repository.ts';
import { hasOwnSecondFactor, secondFactorAddresses } from './second-factor.usecases.ts';
import { hasTotp } from './totp.repository.ts';
import { consumeTotp } from './totp-check.usecases.ts';
import { lockUnchangedAccount, verifyOwnPassword } from './totp-enrolment.usecases.ts';

export type StepUpProof = Body<'POST /api/v1/account/actions/step-up'>;

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
 * @param presented - the factors, and the network of the client, which a wrong code counts against.
 * @throws ServiceError `login.step_up_required` where one factor does not suffice, and those of {@link consumeTotp},
 * {@link consumeCode} and of the password.
 */
export async function stepUp(
  context: AccountServices,
  session: AccountSession,
  { proof, source }: { proof: StepUpProof; source: string },
): Promise<void> {
  const { aid, sid, device } = session;
  const account =
    'password' in proof
      ? await verifyOwnPassword(context, session, { password: proof.password, act: 'account.stepped_up' })
      : await requireOwnAccount(context, session);
  const isTwoFactors = 'password' in proof && Object.keys(proof).length > 1;
  const finish = async (transaction: DatabaseTransaction) => {
    await lockUnchangedAccount(transaction, account);
    // Checked under the lock: the account may have enrolled an authenticator app meanwhile.
    if (!isTwoFactors && (await hasOwnSecondFactor(transaction, aid)))
      throw new ServiceError('login.step_up_required');
    const at = new Date(context.clock());
    await (isTwoFactors ? updateTwoFactorsAt : updateSteppedUpAt)(transaction, { sid, at });
    const subject = { aid, deviceID: device?.id ?? null, at };
    await recordAccountAct(transaction, subject, { act: 'account.stepped_up' });
  };
  if ('code' in proof) {
    const { code, ticket } = proof;
    const owner = { account, hasTotp: await hasTotp(context.db, aid) };
    const contacts = Object.values(secondFactorAddresses(context, owner));
    const scopes = contacts.map((contact) => contactUpdateScope(aid, contact));
    await consumeCode(context, { scopes, code, ticket, source }, finish);
  } else if ('totp' in proof || 'recoveryCode' in proof)
    await consumeTotp(context, { aid, presented: proof }, finish);
  else await inTransaction(context.db, finish);
}

async function requireOwnAccount({ db }: AccountServices, { aid }: AccountSession): Promise<AccountRow> {
  const account = await selectAccount(db, aid);
  if (!account) throw new ServiceError('login.account_not_found');
  return account;
}
