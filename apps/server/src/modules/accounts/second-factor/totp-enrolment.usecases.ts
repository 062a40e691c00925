import type { AuditAct } from '@sealflow/domain/audit-acts';
import { type DatabaseTransaction, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { lockMasterKey, type MasterKey, wrapAtRest } from '../../../infra/master-key/index.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import { type AccountRow, lockAccountRow, selectAccount } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { endAllSessions } from '../administration/administer-accounts.usecases.ts';
import { isActiveOperator } from '../administration/operator-accounts.repository.ts';
import { requirePassword, sourceOfSession } from '../passwords/password-check.usecases.ts';
import { secondFactorChannels } from './second-factor.usecases.ts';
import {
  countUnusedRecoveryCodes,
  deleteTotp,
  lockTotp,
  replaceRecoveryCodeRows,
  selectTotp,
  updateTotpStep,
  upsertPendingTotp,
} from './totp.repository.ts';
import {
  createRecoveryCodes,
  createTotpSecret,
  describeTotpSecret,
  matchTotpStep,
  recoveryCodeDigest,
} from './totp.util.ts';
import { acceptTotp, consumeTotp, type PresentedTotp, totpContext } from './totp-check.usecases.ts';

/** The second factors of the signed-in account, and whether it has the operator role. */
export async function describeSecondFactors(context: AccountServices, { aid }: AccountSession) {
  const { db } = context;
  const [account, totp, recoveryCodes, isOperator] = await Promise.all([
    selectAccount(db, aid),
    selectTotp(db, aid),
    countUnusedRecoveryCodes(db, aid),
    isActiveOperator(db, aid),
  ]);
  if (!account) throw new ServiceError('login.account_not_found');
  return {
    totpAt: totp?.confirmed_at?.getTime() ?? null,
    recoveryCodes,
    channels: secondFactorChannels(context, { account, hasTotp: totp?.confirmed_at != null }),
    isOperator,
  };
}

/**
 * Begins to enrol an authenticator app, in place of an unconfirmed one. It has no effect before its confirmation.
 * @returns the secret, which cannot be read again later.
 * @throws ServiceError `login.totp_enrolled`, `login.incorrect_username_or_password`, `login.account_locked`.
 */
export async function enrolTotp(
  context: AccountServices,
  session: AccountSession,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const { aid } = session;
  const verified = await verifyOwnPassword(context, session, { password, act: 'account.totp_enrolled' });
  const secret = createTotpSecret();
  await inTransaction(context.db, async (transaction) => {
    await lockUnchangedAccount(transaction, verified);
    if ((await lockTotp(transaction, aid))?.confirmed_at) throw new ServiceError('login.totp_enrolled');
    await storePendingTotp(context, transaction, { aid, secret });
  });
  return describeTotpSecret(secret, verified.username);
}

/** Stores the secret of an authenticator app that is not confirmed yet. */
async function storePendingTotp(
  { clock, masterKey }: { clock: AccountServices['clock']; masterKey: MasterKey },
  transaction: DatabaseTransaction,
  { aid, secret }: { aid: string; secret: Buffer },
): Promise<void> {
  await lockMasterKey(transaction, masterKey);
  const wrappedSecret = wrapAtRest(secret, masterKey.bytes, totpContext(aid));
  await upsertPendingTotp(transaction, { aid, wrappedSecret, at: new Date(clock()) });
}

/**
 * Confirms an authenticator app by its first code.
 * @returns the recovery codes, which cannot be read again later.
 * @throws ServiceError `login.totp_not_enrolled`, `login.totp_enrolled`, `login.verification_code_error`,
 * `app.too_many_requests`.
 */
export async function confirmTotp(
  context: AccountServices,
  { aid, device }: AccountSession,
  { totp }: { totp: string },
): Promise<string[]> {
  const result = await inTransaction(context.db, async (transaction) => {
    await lockAccountRow(transaction, aid);
    const row = await lockTotp(transaction, aid);
    if (!row) return 'login.totp_not_enrolled';
    if (row.confirmed_at) return 'login.totp_enrolled';
    const problem = await acceptTotp(context, transaction, { row, code: totp });
    if (problem) return problem;
    return recordEnrolment(context, transaction, { aid, deviceID: device?.id ?? null });
  });
  if (typeof result === 'string') throw new ServiceError(result);
  return result;
}

/** Begins the enrolment for an account that does not exist yet. @returns the secret, also as people read it. */
export function beginTotpEnrolment(username: string): {
  secret: Buffer;
  shown: { secret: string; uri: string };
} {
  const secret = createTotpSecret();
  return { secret, shown: describeTotpSecret(secret, username) };
}

/**
 * Stores the authenticator app of a new account, confirmed by its first code.
 * @returns its recovery codes.
 * @throws ServiceError `login.verification_code_error`.
 */
export async function storeConfirmedTotp(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { aid, secret, totp }: { aid: string; secret: Buffer; totp: string },
): Promise<string[]> {
  const step = matchTotpStep(secret, totp, { now: context.clock(), lastStep: null });
  if (step === undefined) throw new ServiceError('login.verification_code_error');
  await storePendingTotp(context, transaction, { aid, secret });
  await updateTotpStep(transaction, { aid, step, at: new Date(context.clock()) });
  return recordEnrolment(context, transaction, { aid, deviceID: null });
}

async function recordEnrolment(
  context: AccountServices,
  transaction: DatabaseTransaction,
  subject: { aid: string; deviceID: string | null },
): Promise<string[]> {
  const codes = await issueRecoveryCodes(transaction, subject.aid);
  const at = new Date(context.clock());
  await recordAccountAct(transaction, { ...subject, at }, { act: 'account.totp_enrolled' });
  return codes;
}

async function issueRecoveryCodes(transaction: DatabaseTransaction, aid: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodeRows(transaction, { aid, digests: codes.map(recoveryCodeDigest) });
  return codes;
}

/**
 * Removes the authenticator app of the own account.
 * @throws ServiceError `login.operator_needs_second_factor` where an operator has no other second factor, and those of
 * {@link consumeTotp} and of the password.
 */
export async function removeTotp(
  context: AccountServices,
  session: AccountSession,
  { password, presented }: { password: string; presented: PresentedTotp },
): Promise<void> {
  const { aid, device } = session;
  const verified = await verifyOwnPassword(context, session, { password, act: 'account.totp_removed' });
  await consumeTotp(context, { aid, presented }, async (transaction) => {
    const account = await lockUnchangedAccount(transaction, verified);
    const hasOther = secondFactorChannels(context, { account, hasTotp: false }).length > 0;
    if (!hasOther && (await isActiveOperator(transaction, aid)))
      throw new ServiceError('login.operator_needs_second_factor');
    await deleteTotp(transaction, aid);
    const subject = { aid, deviceID: device?.id ?? null, at: new Date(context.clock()) };
    await recordAccountAct(transaction, subject, { act: 'account.totp_removed' });
  });
}

/**
 * Removes the authenticator app of an account whose owner has lost it. The sessions end too, because the lost device may
 * have one. The caller records the act.
 * @throws ServiceError `login.user_not_found`, `login.totp_not_enrolled`.
 */
export async function removeLostTotp(
  transaction: DatabaseTransaction,
  { aid, at }: { aid: string; at: Date },
): Promise<void> {
  if (!(await lockAccountRow(transaction, aid))) throw new ServiceError('login.user_not_found');
  if (!(await deleteTotp(transaction, aid))) throw new ServiceError('login.totp_not_enrolled');
  await endAllSessions(transaction, { aid, at });
}

/** Replaces all recovery codes. @throws ServiceError those of {@link consumeTotp}. */
export function replaceRecoveryCodes(
  context: AccountServices,
  { aid, device }: AccountSession,
  { totp }: { totp: string },
): Promise<string[]> {
  return consumeTotp(context, { aid, presented: { totp } }, async (transaction) => {
    const subject = { aid, deviceID: device?.id ?? null, at: new Date(context.clock()) };
    await recordAccountAct(transaction, subject, { act: 'account.recovery_codes_replaced' });
    return issueRecoveryCodes(transaction, aid);
  });
}

/** Verifies the password of the account of a session. @throws ServiceError those of {@link requirePassword}. */
export async function verifyOwnPassword(
  context: AccountServices,
  session: AccountSession,
  { password, act }: { password: string; act: Extract<AuditAct, `account.${string}`> },
): Promise<AccountRow> {
  const account = await selectAccount(context.db, session.aid);
  return requirePassword(context, { account, password, act, source: sourceOfSession(session) });
}

/** Locks the account, whose password may have changed since it was verified. */
export async function lockUnchangedAccount(
  transaction: DatabaseTransaction,
  verified: AccountRow,
): Promise<AccountRow> {
  const account = await lockAccountRow(transaction, verified.aid);
  if (account?.state !== 'active' || account.password_hash !== verified.password_hash)
    throw new ServiceError('login.incorrect_username_or_password');
  return account;
}
