import type { SignInAnswer } from '@sealflow/contract';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { RequestMetadata } from '../../../infra/http/request-metadata.util.ts';
import { countRefusal } from '../../audit/refusals.usecases.ts';
import { tenantsForSignIn } from '../../tenants/sign-in-tenants.usecases.ts';
import type { AccountRow } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { assertCode, consumeCode, type PresentedCode } from '../codes/codes.usecases.ts';
import { hasTrustedContact, lockAccountForProof, proveContact } from '../contacts/contact-proof.usecases.ts';
import { type ProvenDevice, verifyDeviceRegistration } from '../devices/devices.usecases.ts';
import {
  isOneTimePasswordSpent,
  requirePassword,
  sourceOfCode,
} from '../passwords/password-check.usecases.ts';
import {
  createCodeRequiredError,
  createPasswordRequiredError,
  isSecondFactorRequired,
  recordPartialSignIn,
  secondFactorChannels,
} from '../second-factor/second-factor.usecases.ts';
import { hasTotp } from '../second-factor/totp.repository.ts';
import { type Amr, createSession } from '../sessions/create-session.usecases.ts';
import { requireAccountByAddress } from './account-by-address.usecases.ts';
import type { CodeSignIn } from './sign-in.types.ts';

/**
 * Signs in by a code that was sent to a contact of the account, and by the password where it is presented too.
 * @throws ServiceError `login.…`; `login.second_factor_required` only after a correct code, which stays valid.
 */
export async function signInByCode(
  context: AccountServices,
  form: CodeSignIn,
  metadata: RequestMetadata,
): Promise<SignInAnswer> {
  const { address, account: owner } = await requireAccountByAddress(context, form).catch(
    countAndRethrow(context),
  );
  const device =
    form.device &&
    (await verifyDeviceRegistration(context, form.device, metadata).catch(countAndRethrow(context)));
  const { code, ticket } = form;
  const scopes = [{ address: address.text, purpose: 'login' as const }];
  const presented: PresentedCode = { scopes, code, ticket, source: metadata.source };
  const verified = await verifyPassword(context, { form, owner, presented });
  return consumeCode(context, presented, async (transaction) => {
    const { account: current } = await requireAccountByAddress({ ...context, db: transaction }, form);
    const lockedAccount =
      current && (await lockAccountForProof(transaction, { aid: current.aid, contact: address }));
    // Checked again under the lock: the account may have verified another contact meanwhile.
    if (lockedAccount?.state !== 'active' || !hasTrustedContact(lockedAccount, address))
      throw new ServiceError('login.account_not_found');
    if (verified) assertUnchangedPassword(context, { account: lockedAccount, verified });
    // The password was reset by a code on this channel, so access to one mailbox would give both factors.
    const owner = { account: lockedAccount, hasTotp: await hasTotp(transaction, lockedAccount.aid) };
    const isOneFactor = verified && !secondFactorChannels(context, owner).includes(address.channel);
    const proof = { account: lockedAccount, contact: address, sid: null, device: device ?? null };
    // Before the second factor is decided: a first verified contact activates memberships of tenants that may require
    // one.
    const account = await proveContact(context, transaction, proof);
    if (
      (!verified || isOneFactor) &&
      (await isSecondFactorRequired(context, transaction, { aid: account.aid, device }))
    )
      // The error rolls the verification back, so the challenge refers to the unchanged account.
      throw verified ? createCodeRequiredError(context, { ...owner, device }) : createPasswordRequiredError();
    const tenants = await tenantsForSignIn(transaction, account.aid);
    const code: Amr = address.channel === 'sms' ? 'sms' : 'otp';
    const amr: Amr[] = verified && !isOneFactor ? ['pwd', code, 'mfa'] : [code];
    return createSession(context, transaction, { account, tenants, device, amr });
  }).catch((error: unknown) => recordRefusal(context, { owner, device }, error));
}

/** Verifies the code before the password, so that a caller without a code learns nothing about the password. */
async function verifyPassword(
  context: AccountServices,
  { form, owner, presented }: { form: CodeSignIn; owner: AccountRow | undefined; presented: PresentedCode },
): Promise<AccountRow | undefined> {
  const { password } = form;
  if (password === undefined) return undefined;
  await assertCode(context, presented).catch(countAndRethrow(context));
  const verified = await requirePassword(context, {
    account: owner,
    password,
    act: 'account.sign_in_refused',
    source: sourceOfCode,
  });
  if (isOneTimePasswordSpent(verified, context.clock()))
    throw new ServiceError('login.incorrect_username_or_password');
  return verified;
}

/** Asserts that the locked account is the one whose password was verified, with the same password. */
function assertUnchangedPassword(
  { clock }: AccountServices,
  { account, verified }: { account: AccountRow; verified: AccountRow },
): void {
  const isSame = account.aid === verified.aid && account.password_hash === verified.password_hash;
  if (!isSame || isOneTimePasswordSpent(account, clock()))
    throw new ServiceError('login.incorrect_username_or_password');
}

/**
 * Records a failed sign-in for the account after a correct code. Otherwise the caller is unknown and can repeat the
 * call without limit, so the failure is only counted.
 */
async function recordRefusal(
  context: AccountServices,
  { owner, device }: { owner: AccountRow | undefined; device: ProvenDevice | undefined },
  error: unknown,
): Promise<never> {
  const isSecondFactorMissing =
    error instanceof ServiceError && error.code === 'login.second_factor_required';
  if (!isSecondFactorMissing || !owner) return countAndRethrow(context)(error);
  await recordPartialSignIn(context, { aid: owner.aid, device }, error);
  throw error;
}

const countAndRethrow =
  ({ db, clock }: AccountServices) =>
  (error: unknown): never => {
    if (error instanceof ServiceError)
      countRefusal(db, { tid: null, act: 'account.sign_in_refused', reason: error.code, at: clock() });
    throw error;
  };
