import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import { type AccountRow, countFailure, forgetFailures } from './accounts.repository.ts';
import { isKnownDevice } from './devices.usecases.ts';
import {
  countSourceFailure,
  deletePastSourceFailures,
  deleteSourceFailures,
  isSourceLocked,
} from './known-sources.repository.ts';
import { isPassword } from './password-hash.adapter.ts';

/** Wrong passwords in a row that lock, and for how long. */
export const passwordLock = { most: 10, time: 15 * 60_000 };

/**
 * Identifies a known sender of a password, which has a counter of its own. Undefined for unknown senders, which share the counter of
 * the account.
 */
export type KnownSource = string | undefined;

/** A device whose signing key, proven in this request, the account knows. */
export async function sourceOfDevice(
  db: DatabaseHandle,
  { aid, device }: { aid: string; device: { thumbprint: string } | undefined },
): Promise<KnownSource> {
  if (!device || !(await isKnownDevice(db, { aid, thumbprint: device.thumbprint }))) return undefined;
  return `device ${device.thumbprint}`;
}

/** A session: its device, or itself where it has none. */
export const sourceOfSession = ({ sid, device }: Pick<AccountSession, 'sid' | 'device'>): KnownSource =>
  device ? `device ${device.thumbprint}` : `session ${sid}`;

/** Whoever has shown the right code that went to the account's number or address. */
export const sourceOfCode: KnownSource = 'code';

interface PasswordAttempt {
  account: AccountRow | undefined;
  password: string;
  /** The act that is refused with it. */
  what: `account.${string}`;
  source: KnownSource;
}

/**
 * Whether this is the account's password, counting the wrong ones. An account that is not there takes as long.
 * @throws ServiceError `login.account_locked`, `login.incorrect_username_or_password`.
 */
export async function requirePassword(
  context: AccountServices,
  { account, password, what, source }: PasswordAttempt,
): Promise<AccountRow> {
  const now = context.clock();
  if (account && (await isLocked(context, { account, source, now: new Date(now) }))) {
    // Anyone can go on asking: counted, and not one record each.
    countRefusal(context.db, { tid: null, act: what, reason: 'login.account_locked', at: now });
    throw new ServiceError('login.account_locked');
  }
  const right = await isPassword(password, account?.password_hash);
  if (account?.state === 'active') {
    if (!right) await refuse(context, { account, what, source });
    else if (await clearFailures(context, { aid: account.aid, source, now: new Date(now) })) return account;
  }
  // One answer for all: a right password that came too late must not be told from a wrong one.
  throw new ServiceError('login.incorrect_username_or_password');
}

async function isLocked(
  { db }: AccountServices,
  { account, source, now }: { account: AccountRow; source: KnownSource; now: Date },
): Promise<boolean> {
  if (source !== undefined) return isSourceLocked(db, { aid: account.aid, source, now });
  return account.locked_until !== null && account.locked_until > now;
}

function clearFailures(
  { db }: AccountServices,
  { aid, source, now }: { aid: string; source: KnownSource; now: Date },
): Promise<boolean> {
  return source === undefined
    ? forgetFailures(db, { aid, now })
    : deleteSourceFailures(db, { aid, source, now });
}

async function refuse(
  { db, clock, tell }: AccountServices,
  { account: { aid }, what, source }: Pick<PasswordAttempt, 'what' | 'source'> & { account: AccountRow },
): Promise<void> {
  const now = clock();
  const at = new Date(now);
  const { most, time } = passwordLock;
  await inTransaction(db, async (transaction) => {
    const counted = { aid, most, until: new Date(now + time) };
    const isNowLocked = await (source === undefined
      ? countFailure(transaction, counted)
      : countSourceFailure(transaction, { ...counted, source, now: at }));
    const reason = 'login.incorrect_username_or_password';
    await recordAccountAct(transaction, { aid, at }, { act: what, decision: 'refused', reason });
    if (!isNowLocked) return;
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

/** How long wrong passwords of a known source add up without another one. */
const failuresKeptMs = 86_400_000;

/** Deletes counters that no longer matter. */
export async function deletePastFailures(db: DatabaseHandle, now: number): Promise<void> {
  await deletePastSourceFailures(db, new Date(now - failuresKeptMs));
}
