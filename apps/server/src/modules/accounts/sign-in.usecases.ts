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
 * Signs in: by a password or a code, or by both; on a device or without one.
 * @throws ServiceError `login.…`, one for each reason that section 8 names, and those of a second factor.
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
  // First: the device decides whose counter a wrong password is.
  const device = form.device && (await proveDevice(context, form.device, place));
  const named = await rowByName(context.db, username);
  const source = await sourceOfDevice(context.db, { aid: named?.aid ?? '', device });
  // A closed account is nobody's either, and must not be told from a name that nobody has.
  if (named?.state !== 'active') return refuseStranger(context, { username, password });
  const what = 'account.sign_in_refused';
  const known = await requirePassword(context, { account: named, password, what, source });
  if (isSpent(known, context.clock())) throw new ServiceError('login.incorrect_username_or_password');
  const { aid } = known;
  const before = await tenantsForSignIn(context.db, aid);
  return inTransaction(context.db, async (transaction) => {
    const account = await lockAccount(transaction, aid);
    // A password that was changed meanwhile opens nothing any more.
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
 * A one-time password comes from the operator, who answers for the person as a code does.
 * @returns whether memberships that were created with the account became active by it.
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
