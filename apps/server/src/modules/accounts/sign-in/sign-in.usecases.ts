import type { SignInAnswer } from '@sealflow/contract';
import { type DatabaseTransaction, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { RequestMetadata } from '../../../infra/http/request-metadata.util.ts';
import { activateCreatedMemberships } from '../../tenants/invitations.usecases.ts';
import { tenantsForSignIn } from '../../tenants/sign-in-tenants.usecases.ts';
import { type AccountRow, lockAccountRow } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { findAccountRowByName } from '../accounts.usecases.ts';
import { type ProvenDevice, verifyDeviceRegistration } from '../devices/devices.usecases.ts';
import {
  isAccountLocked,
  isOneTimePasswordSpent,
  requirePassword,
  sourceOfDevice,
} from '../passwords/password-check.usecases.ts';
import {
  createCodeRequiredError,
  isSecondFactorRequired,
  recordPartialSignIn,
} from '../second-factor/second-factor.usecases.ts';
import { hasTotp } from '../second-factor/totp.repository.ts';
import { createSession } from '../sessions/create-session.usecases.ts';
import type { PasswordSignIn, SignIn } from './sign-in.types.ts';
import { signInByChallenge } from './sign-in-by-challenge.usecases.ts';
import { signInByCode } from './sign-in-by-code.usecases.ts';
import { rejectUnknownUsername } from './unknown-usernames.usecases.ts';

/**
 * Signs in by a password, a code, or both, on a device or without one: verifies the credentials, then the second factor
 * where one is required, then creates the session.
 * @throws ServiceError `login.…`, one for each reason in section 8 of the specification, and those of a second factor.
 */
export function signIn(
  context: AccountServices,
  form: SignIn,
  metadata: RequestMetadata,
): Promise<SignInAnswer> {
  if ('challenge' in form) return signInByChallenge(context, form, metadata);
  return 'username' in form
    ? signInByPassword(context, form, metadata)
    : signInByCode(context, form, metadata);
}

async function signInByPassword(
  context: AccountServices,
  form: PasswordSignIn,
  metadata: RequestMetadata,
): Promise<SignInAnswer> {
  const { username, password } = form;
  // The device is proven first, because it decides which counter a wrong password increments.
  const device = form.device && (await verifyDeviceRegistration(context, form.device, metadata));
  const namedAccount = await findAccountRowByName(context.db, username);
  const source = await sourceOfDevice(context.db, { aid: namedAccount?.aid ?? '', device });
  // A closed account must be indistinguishable from an unknown user name.
  if (namedAccount?.state !== 'active') return rejectUnknownUsername(context, { username, password });
  const act = 'account.sign_in_refused';
  const verified = await requirePassword(context, { account: namedAccount, password, act, source });
  if (isOneTimePasswordSpent(verified, context.clock()))
    throw new ServiceError('login.incorrect_username_or_password');
  const { aid } = verified;
  const tenantsBefore = await tenantsForSignIn(context.db, aid);
  return inTransaction(context.db, async (transaction) => {
    const account = await lockAccountRow(transaction, aid);
    // Checked again under the lock of the row: the password may have changed meanwhile, or wrong passwords may have locked the account, and
    // no sign-in may follow that in the audit records.
    const now = context.clock();
    if (
      account?.state !== 'active' ||
      account.password_hash !== verified.password_hash ||
      isOneTimePasswordSpent(account, now) ||
      (source === undefined && isAccountLocked(account, new Date(now)))
    )
      throw new ServiceError('login.incorrect_username_or_password');
    if (await isSecondFactorRequired(context, transaction, { aid, device }))
      throw createCodeRequiredError(context, { account, device, hasTotp: await hasTotp(transaction, aid) });
    const tenants = (await activateByOneTimePassword(context, transaction, { account, device }))
      ? await tenantsForSignIn(transaction, aid)
      : tenantsBefore;
    return createSession(context, transaction, { account, tenants, device, amr: ['pwd'] });
  }).catch(async (error: unknown) => {
    await recordPartialSignIn(context, { aid, device }, error);
    throw error;
  });
}

/**
 * Activates the memberships that were created with the account, where the password is a one-time password: the operator
 * issued it and vouches for the person, as a code would prove the contact.
 * @returns whether a membership became active.
 */
async function activateByOneTimePassword(
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
