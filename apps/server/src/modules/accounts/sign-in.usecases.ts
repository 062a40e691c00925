import type { SignInAnswer } from '@sealflow/contract';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { activateCreatedMemberships } from '../tenants/invitations.usecases.ts';
import { tenantsForSignIn } from '../tenants/tenants.usecases.ts';
import type { AccountServices, RequestPlace } from './accounts.port.ts';
import { type AccountRow, lockAccount } from './accounts.repository.ts';
import { rowByName } from './accounts.usecases.ts';
import { beginSession } from './begin-session.usecases.ts';
import { type ProvenDevice, proveDevice } from './devices.usecases.ts';
import { isSpent, requirePassword, sourceOfDevice } from './password-check.usecases.ts';
import { codeDemanded, needsSecondFactor, recordHalfWay } from './second-factor.usecases.ts';
import type { ByPassword, SignIn } from './sign-in.port.ts';
import { signInByChallenge } from './sign-in-by-challenge.usecases.ts';
import { signInByCode } from './sign-in-by-code.usecases.ts';
import { refuseStranger } from './strangers.usecases.ts';

/**
 * Signs in by a password, a code, or both, on a device or without one: verifies the credentials, then the second factor
 * where one is required, then creates the session.
 * @throws ServiceError `login.…`, one for each reason in section 8 of the specification, and those of a second factor.
 */
export function signIn(context: AccountServices, form: SignIn, place: RequestPlace): Promise<SignInAnswer> {
  if ('challenge' in form) return signInByChallenge(context, form, place);
  return 'username' in form ? signInByPassword(context, form, place) : signInByCode(context, form, place);
}

async function signInByPassword(
  context: AccountServices,
  form: ByPassword,
  place: RequestPlace,
): Promise<SignInAnswer> {
  const { username, password } = form;
  // The device is proven first, because it decides which counter a wrong password increments.
  const device = form.device && (await proveDevice(context, form.device, place));
  const named = await rowByName(context.db, username);
  const source = await sourceOfDevice(context.db, { aid: named?.aid ?? '', device });
  // A closed account must be indistinguishable from an unknown user name.
  if (named?.state !== 'active') return refuseStranger(context, { username, password });
  const what = 'account.sign_in_refused';
  const known = await requirePassword(context, { account: named, password, what, source });
  if (isSpent(known, context.clock())) throw new ServiceError('login.incorrect_username_or_password');
  const { aid } = known;
  const before = await tenantsForSignIn(context.db, aid);
  return inTransaction(context.db, async (transaction) => {
    const account = await lockAccount(transaction, aid);
    // Checked again under the lock: the password may have changed meanwhile.
    if (
      account?.state !== 'active' ||
      account.password_hash !== known.password_hash ||
      isSpent(account, context.clock())
    )
      throw new ServiceError('login.incorrect_username_or_password');
    if (await needsSecondFactor(context, transaction, { aid, device }))
      throw codeDemanded(context, { account, device });
    const tenants = (await isVouchedFor(context, transaction, { account, device }))
      ? await tenantsForSignIn(transaction, aid)
      : before;
    return beginSession(context, transaction, { account, tenants, device, shown: 'password' });
  }).catch(async (error: unknown) => {
    await recordHalfWay(context, { aid, device }, error);
    throw error;
  });
}

/**
 * Activates the memberships that were created with the account, where the password is a one-time password: the operator
 * issued it and vouches for the person, as a code would prove the contact.
 * @returns whether a membership became active.
 */
async function isVouchedFor(
  { clock }: AccountServices,
  transaction: DatabaseTransaction,
  { account: { aid, password_until }, device }: { account: AccountRow; device: ProvenDevice | undefined },
): Promise<boolean> {
  if (password_until === null) return false;
  return activateCreatedMemberships(transaction, {
    aid,
    deviceID: device?.id ?? null,
    at: new Date(clock()),
  });
}
