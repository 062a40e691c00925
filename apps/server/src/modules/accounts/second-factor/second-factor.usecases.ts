import { maskEmail, maskPhone } from '@sealflow/domain/identifiers';
import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { findSecondFactorPolicy } from '../../tenants/sign-in-tenants.usecases.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { type AccountRow, trustedContacts } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { isActiveOperator } from '../administration/operator-accounts.repository.ts';
import { type Address, contactsOf } from '../contacts/addresses.usecases.ts';
import { lockTwoFactorTime } from '../devices/devices.repository.ts';
import type { ProvenDevice } from '../devices/devices.usecases.ts';
import { createChallenge } from '../sign-in/sign-in-challenge.usecases.ts';
import { hasTotp } from './totp.repository.ts';

/** How long one factor suffices on a device after a sign-in with both, where a tenant requires both on new devices. */
export const twoFactorRetentionMs = 30 * 86_400_000;

/**
 * Whether a sign-in requires two factors: the strictest tenant of the account decides. An operator, and an account with an
 * authenticator app, always need them on new devices. Runs in the transaction that creates the session, so that a device
 * that is withdrawn meanwhile does not count.
 */
export async function isSecondFactorRequired(
  { clock }: Pick<AccountServices, 'clock'>,
  transaction: DatabaseTransaction,
  { aid, device }: { aid: string; device: ProvenDevice | undefined },
): Promise<boolean> {
  const policy = await findSecondFactorPolicy(transaction, aid);
  if (policy === 'always') return true;
  if (policy === 'none' && !(await hasOwnSecondFactor(transaction, aid))) return false;
  if (!device) return true;
  const key = { aid, deviceID: device.id, thumbprint: device.thumbprint };
  const at = await lockTwoFactorTime(transaction, key);
  return !at || at.getTime() + twoFactorRetentionMs <= clock();
}

/** Whether the account itself requires a second factor, independent of its tenants. */
export const hasOwnSecondFactor = async (db: DatabaseHandle, aid: string): Promise<boolean> =>
  (await hasTotp(db, aid)) || (await isActiveOperator(db, aid));

/** An account, and whether it has a confirmed authenticator app. */
interface FactorOwner {
  account: AccountRow;
  hasTotp: boolean;
}

type Senders = Pick<AccountServices, 'sms' | 'mailer' | 'printCode'>;

/**
 * The contacts that can receive the code of a second factor, on channels that are configured. After a password reset by
 * a code of one channel only the other channel or the authenticator app is used, if there is one: otherwise access to one
 * mailbox would give both factors.
 */
export function secondFactorAddresses(
  { sms, mailer, printCode }: Senders,
  { account, hasTotp: isEnrolled }: FactorOwner,
): Partial<Record<Address['channel'], Address>> {
  const senders = { sms, email: mailer };
  const reachable = contactsOf(trustedContacts(account)).filter(
    ({ channel }) => senders[channel].isConfigured || printCode !== undefined,
  );
  const otherChannels = reachable.filter(({ channel }) => channel !== account.reset_channel);
  return Object.fromEntries(
    (otherChannels.length > 0 || isEnrolled ? otherChannels : reachable).map((way) => [way.channel, way]),
  );
}

/** The channels whose code counts as a second factor in addition to the account's password. */
export const secondFactorChannels = (senders: Senders, owner: FactorOwner): Address['channel'][] =>
  Object.values(secondFactorAddresses(senders, owner)).map(({ channel }) => channel);

/**
 * The error after a correct password that requires a code. It contains the contacts masked, so that their owner
 * recognises them, and `totp` where a code of the authenticator app is accepted.
 */
export function createCodeRequiredError(
  context: AccountServices,
  { device, ...owner }: FactorOwner & { device: ProvenDevice | undefined },
): ServiceError {
  const { account, hasTotp: isEnrolled } = owner;
  const { sms, email } = secondFactorAddresses(context, owner);
  if (!sms && !email && !isEnrolled) return new ServiceError('login.second_factor_unreachable');
  return new ServiceError('login.second_factor_required', {
    factor: 'code',
    challenge: createChallenge(context, { account, thumbprint: device?.thumbprint ?? null }),
    ...(isEnrolled ? { totp: 'enrolled' } : {}),
    ...(sms ? { mobileNo: maskPhone(sms.text) } : {}),
    ...(email ? { email: maskEmail(email.text) } : {}),
  });
}

/** The error after a correct code that requires the password. */
export const createPasswordRequiredError = () =>
  new ServiceError('login.second_factor_required', { factor: 'password' });

const recordedErrorCodes: ReadonlySet<string> = new Set([
  'login.second_factor_required',
  'login.second_factor_unreachable',
  'login.second_factor_expired',
  'login.verification_code_error',
  'login.totp_not_enrolled',
  'app.too_many_requests',
]);

/** Records a sign-in that presented one correct factor and failed at the other, as a wrong password is recorded. */
export async function recordPartialSignIn(
  { db, clock }: AccountServices,
  { aid, device }: { aid: string; device: ProvenDevice | undefined },
  error: unknown,
): Promise<void> {
  if (!(error instanceof ServiceError) || !recordedErrorCodes.has(error.code)) return;
  const subject = { aid, deviceID: device?.id ?? null, at: new Date(clock()) };
  const act = { act: 'account.sign_in_refused', decision: 'refused', reason: error.code } as const;
  await recordAccountAct(db, subject, act);
}
