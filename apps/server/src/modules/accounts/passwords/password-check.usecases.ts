import type { AuditAct } from '@sealflow/domain/audit-acts';
import { type DatabaseHandle, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { countRefusal } from '../../audit/refusals.usecases.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { type AccountRow, countPasswordFailure, resetPasswordFailures } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { isKnownDevice } from '../devices/devices.usecases.ts';
import {
  countSourceFailure,
  deleteSourceFailures,
  deleteSourceFailuresBefore,
  isSourceLocked,
} from '../sign-in/known-sources.repository.ts';
import { isCorrectPassword } from './password-hash.util.ts';

/** Number of consecutive wrong passwords that locks, and for how long. */
export const passwordLockout = { maxFailures: 10, lockoutMs: 15 * 60_000 };

/**
 * Id of a known source of a password, which has a separate counter of wrong passwords. Undefined for unknown sources,
 * which share the counter of the account: an attacker can lock out only unknown sources.
 */
export type KnownSource = string | undefined;

/**
 * The source of a device whose signing key is proven in this request; undefined where the account does not know the
 * key.
 */
export async function sourceOfDevice(
  db: DatabaseHandle,
  { aid, device }: { aid: string; device: { thumbprint: string } | undefined },
): Promise<KnownSource> {
  if (!device || !(await isKnownDevice(db, { aid, thumbprint: device.thumbprint }))) return undefined;
  return `device ${device.thumbprint}`;
}

/** The source of a session: its device, or the session where it has no device. */
export const sourceOfSession = ({ sid, device }: Pick<AccountSession, 'sid' | 'device'>): KnownSource =>
  device ? `device ${device.thumbprint}` : `session ${sid}`;

/** The source of an attempt with a correct code that was sent to a contact of the account. */
export const sourceOfCode: KnownSource = 'code';

interface PasswordAttempt {
  account: AccountRow | undefined;
  password: string;
  /** The act that is recorded as refused where the password is wrong. */
  act: Extract<AuditAct, `account.${string}`>;
  source: KnownSource;
}

/**
 * Verifies the password of an account and counts wrong ones. A missing account takes the same time.
 * @returns the account.
 * @throws ServiceError `login.account_locked`, `login.incorrect_username_or_password`.
 */
export async function requirePassword(
  context: AccountServices,
  { account, password, act, source }: PasswordAttempt,
): Promise<AccountRow> {
  const now = context.clock();
  if (account && (await isLocked(context, { account, source, now: new Date(now) }))) {
    // Attempts on a locked account are unlimited in number: they are counted instead of recorded one by one.
    countRefusal(context.db, { tid: null, act, reason: 'login.account_locked', at: now });
    throw new ServiceError('login.account_locked');
  }
  const isCorrect = await isCorrectPassword(password, account?.password_hash);
  if (account?.state === 'active') {
    if (!isCorrect) await recordWrongPassword(context, { account, act, source });
    else if (await clearFailures(context, { aid: account.aid, source, now: new Date(now) })) return account;
  }
  // One error for all cases: a correct password that lost the race against a lock must look like a wrong one.
  throw new ServiceError('login.incorrect_username_or_password');
}

async function isLocked(
  { db }: AccountServices,
  { account, source, now }: { account: AccountRow; source: KnownSource; now: Date },
): Promise<boolean> {
  if (source !== undefined) return isSourceLocked(db, { aid: account.aid, source, now });
  return isAccountLocked(account, now);
}

/** Whether wrong passwords of unknown sources have locked the account. */
export const isAccountLocked = ({ locked_until: until }: AccountRow, now: Date): boolean =>
  until !== null && until > now;

function clearFailures(
  { db }: AccountServices,
  { aid, source, now }: { aid: string; source: KnownSource; now: Date },
): Promise<boolean> {
  return source === undefined
    ? resetPasswordFailures(db, { aid, now })
    : deleteSourceFailures(db, { aid, source, now });
}

async function recordWrongPassword(
  { db, clock, publishEvent }: AccountServices,
  { account: { aid }, act, source }: Pick<PasswordAttempt, 'act' | 'source'> & { account: AccountRow },
): Promise<void> {
  const now = clock();
  const at = new Date(now);
  const { maxFailures, lockoutMs } = passwordLockout;
  await inTransaction(db, async (transaction) => {
    const failure = { aid, maxFailures, until: new Date(now + lockoutMs) };
    const isNowLocked = await (source === undefined
      ? countPasswordFailure(transaction, failure)
      : countSourceFailure(transaction, { ...failure, source, now: at }));
    const reason = 'login.incorrect_username_or_password';
    await recordAccountAct(transaction, { aid, at }, { act, decision: 'refused', reason });
    if (!isNowLocked) return;
    await recordAccountAct(transaction, { aid, at }, { act: 'account.locked' });
    await publishEvent(transaction, { kind: 'account_locked', aid });
  });
}

/** Whether the password is a one-time password that has expired or was used. */
export function isOneTimePasswordSpent(
  { password_until: until, password_used_at: usedAt }: AccountRow,
  now: number,
): boolean {
  return until !== null && (usedAt !== null || until.getTime() <= now);
}

/** The counter of a known source is deleted after this time without another wrong password. */
const failureRetentionMs = 86_400_000;

/** Deletes outdated counters of known sources. @param now - milliseconds since 1970. */
export async function deleteExpiredFailures(db: DatabaseHandle, now: number): Promise<void> {
  await deleteSourceFailuresBefore(db, new Date(now - failureRetentionMs));
}
