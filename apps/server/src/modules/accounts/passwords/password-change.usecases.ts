import { type DatabaseTransaction, inTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import {
  type AccountRow,
  lockAccountRow,
  selectAccount,
  selectActiveMemberships,
  updatePasswordHash,
} from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { consumeCode } from '../codes/codes.usecases.ts';
import { type Address, type AddressForm, contactsOf } from '../contacts/addresses.usecases.ts';
import {
  contactUpdateScope,
  hasContact,
  hasTrustedContact,
  lockAccountForProof,
  proveContact,
} from '../contacts/contact-proof.usecases.ts';
import { clearTwoFactorTimes } from '../devices/devices.repository.ts';
import { notifyAccountOwner } from '../notices/account-notices.usecases.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { requireAccountByAddress } from '../sign-in/account-by-address.usecases.ts';
import { assertPasswordRules, assertPasswordStrength } from './new-password.usecases.ts';
import { requirePassword, sourceOfSession } from './password-check.usecases.ts';
import { hashPassword, isCorrectPassword } from './password-hash.util.ts';

type CodeCredentials = { code: string; ticket?: string | undefined; newPassword: string };
export type PasswordChange = { oldPassword: string; newPassword: string } | CodeCredentials;
export type PasswordReset = AddressForm & CodeCredentials;

/**
 * Changes the password of the signed-in account, verified by the old password or by a code (purpose `update`) that was
 * sent to a contact of the account. Every other session ends.
 * @throws ServiceError `login.…`
 */
export async function changePassword(
  context: AccountServices,
  session: AccountSession,
  { change, source }: { change: PasswordChange; source: string },
): Promise<void> {
  const { db, passwords } = context;
  const { newPassword } = change;
  assertPasswordRules(passwords, {
    newPassword,
    oldPassword: 'oldPassword' in change ? change.oldPassword : null,
  });
  const account = await selectAccount(db, session.aid);
  if (!account) throw new ServiceError('login.account_not_found');
  const replacement = { session, act: 'account.password_changed', newPassword } as const;
  if ('code' in change) {
    const { code, ticket } = change;
    const { sid, device } = session;
    const contacts = contactsOf({ mobileNo: account.mobile_no, email: account.email });
    const scopes = contacts.map((contact) => contactUpdateScope(account.aid, contact));
    await consumeCode(context, { scopes, code, ticket, source }, async (transaction, scope) => {
      const contact = contacts.find((one) => contactUpdateScope(account.aid, one).address === scope.address);
      if (!contact) throw new ServiceError('login.verification_code_error');
      const lockedRow = await lockAccountForProof(transaction, { aid: account.aid, contact });
      const verifiedAccount = await proveOwnContact(context, transaction, {
        lockedRow,
        contact,
        sid,
        device,
      });
      await replacePassword(context, transaction, {
        ...replacement,
        account: verifiedAccount,
        resetChannel: contact.channel,
      });
    });
    return;
  }
  const { oldPassword: password } = change;
  const currentAccount = await requirePassword(context, {
    account,
    password,
    act: 'account.password_changed',
    source: sourceOfSession(session),
  });
  await inTransaction(db, async (transaction) => {
    const lockedRow = await lockAccountRow(transaction, currentAccount.aid);
    // Of two concurrent changes the second one presents a password that is no longer current.
    if (lockedRow?.password_hash !== currentAccount.password_hash)
      throw new ServiceError('login.incorrect_username_or_password');
    await replacePassword(context, transaction, {
      ...replacement,
      account: lockedRow,
      resetChannel: null,
    });
  });
}

/**
 * Sets a new password after a code (purpose `reset`) that was sent to a contact of the account: for a forgotten
 * password, a locked account or a first password. Every session ends.
 * @throws ServiceError `login.…`
 */
export async function resetPassword(
  context: AccountServices,
  { reset, source }: { reset: PasswordReset; source: string },
): Promise<void> {
  const { code, ticket, newPassword } = reset;
  assertPasswordRules(context.passwords, { newPassword, oldPassword: null });
  const { address } = await requireAccountByAddress(context, reset);
  const scopes = [{ address: address.text, purpose: 'reset' as const }];
  await consumeCode(context, { scopes, code, ticket, source }, async (transaction) => {
    const { account: currentAccount } = await requireAccountByAddress({ ...context, db: transaction }, reset);
    const lockedRow =
      currentAccount &&
      (await lockAccountForProof(transaction, { aid: currentAccount.aid, contact: address }));
    // Checked again under the lock: the account may have verified another contact meanwhile.
    if (lockedRow && !hasTrustedContact(lockedRow, address))
      throw new ServiceError('login.account_not_found');
    const proof = { lockedRow, contact: address, sid: null, device: null };
    const account = await proveOwnContact(context, transaction, proof);
    await replacePassword(context, transaction, {
      account,
      act: 'account.password_reset',
      newPassword,
      session: null,
      resetChannel: address.channel,
    });
  });
}

interface PasswordReplacement {
  /** The locked row. */
  account: AccountRow | undefined;
  newPassword: string;
  act: 'account.password_changed' | 'account.password_reset';
  /** The session that continues; null: every session ends. */
  session: AccountSession | null;
  /** The channel of the code that authorises the change; null where it is authorised by the old password. */
  resetChannel: Address['channel'] | null;
}

async function replacePassword(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, newPassword, act, session, resetChannel }: PasswordReplacement,
): Promise<void> {
  if (account?.state !== 'active') throw new ServiceError('login.account_not_found');
  const { aid } = account;
  // Checked only here, after authorisation: the error reveals the current password.
  if (await isCorrectPassword(newPassword, account.password_hash))
    throw new ServiceError('login.password_unchanged');
  const tenants = (await selectActiveMemberships(transaction, aid)).map(({ tenant }) => tenant);
  const { username, email, mobile_no: mobileNo } = account;
  await assertPasswordStrength(context.passwords, newPassword, [
    username,
    email,
    mobileNo?.replace('+86', ''),
    ...tenants,
  ]);
  const at = new Date(context.clock());
  const passwordHash = await hashPassword(newPassword);
  await updatePasswordHash(transaction, { aid, passwordHash, resetChannel });
  await clearTwoFactorTimes(transaction, aid);
  const except = session?.sid ?? null;
  await endSessions(transaction, { aid, except }, { reason: 'password_changed', at });
  await recordAccountAct(transaction, { aid, deviceID: session?.device?.id ?? null, at }, { act });
  await notifyAccountOwner(context, transaction, { account, kind: 'password_changed' });
}

interface OwnContactProof {
  lockedRow: AccountRow | undefined;
  contact: Address;
  sid: string | null;
  device: AccountSession['device'];
}

/** Verifies a contact of the account. @returns the account, with the password hash that it had before. */
async function proveOwnContact(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { lockedRow, ...proof }: OwnContactProof,
): Promise<AccountRow> {
  if (lockedRow?.state !== 'active' || !hasContact(lockedRow, proof.contact))
    throw new ServiceError('login.account_not_found');
  const verifiedAccount = await proveContact(context, transaction, { ...proof, account: lockedRow });
  return { ...verifiedAccount, password_hash: lockedRow.password_hash };
}
