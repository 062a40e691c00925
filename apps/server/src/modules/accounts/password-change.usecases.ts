import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../infra/http/access.port.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import { noticeAccount } from './account-notices.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import {
  type AccountRow,
  lockAccount,
  selectAccount,
  selectActivePlaces,
  updatePasswordHash,
} from './accounts.repository.ts';
import { demandAccount } from './addressed-account.usecases.ts';
import { type Address, type AddressForm, contactsOf } from './addresses.usecases.ts';
import { byCode } from './codes.usecases.ts';
import {
  hasContact,
  hasTrustedContact,
  lockAccountForProof,
  proveContact,
  updatePlace,
} from './contact-proof.usecases.ts';
import { forgetTwoFactorTimes } from './devices.repository.ts';
import { demandRules, demandStrength } from './new-password.usecases.ts';
import { requirePassword, sourceOfSession } from './password-check.usecases.ts';
import { hashPassword, isPassword } from './password-hash.adapter.ts';
import { endSessions } from './sessions.repository.ts';

type ByCode = { code: string; ticket?: string | undefined; newPassword: string };
export type PasswordChange = { oldPassword: string; newPassword: string } | ByCode;
export type PasswordReset = AddressForm & ByCode;

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
  demandRules(passwords, { newPassword, oldPassword: 'oldPassword' in change ? change.oldPassword : null });
  const account = await selectAccount(db, session.aid);
  if (!account) throw new ServiceError('login.account_not_found');
  const by = { session, act: 'account.password_changed', newPassword } as const;
  if ('code' in change) {
    const { code, ticket } = change;
    const { sid, device } = session;
    const contacts = contactsOf({ mobileNo: account.mobile_no, email: account.email });
    const places = contacts.map((contact) => updatePlace(account.aid, contact));
    await byCode(context, { places, code, ticket, source }, async (transaction, place) => {
      const contact = contacts.find((one) => updatePlace(account.aid, one).address === place.address);
      if (!contact) throw new ServiceError('login.verification_code_error');
      const locked = await lockAccountForProof(transaction, { aid: account.aid, contact });
      const proven = await proveOwn(context, transaction, { locked, contact, sid, device });
      await replacePassword(context, transaction, { ...by, account: proven, resetChannel: contact.channel });
    });
    return;
  }
  const { oldPassword: password } = change;
  const known = await requirePassword(context, {
    account,
    password,
    what: 'account.password_changed',
    source: sourceOfSession(session),
  });
  await inTransaction(db, async (transaction) => {
    const locked = await lockAccount(transaction, known.aid);
    // Of two concurrent changes the second one presents a password that is no longer current.
    if (locked?.password_hash !== known.password_hash)
      throw new ServiceError('login.incorrect_username_or_password');
    await replacePassword(context, transaction, { ...by, account: locked, resetChannel: null });
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
  demandRules(context.passwords, { newPassword, oldPassword: null });
  const { address } = await demandAccount(context, reset);
  const places = [{ address: address.text, purpose: 'reset' as const }];
  await byCode(context, { places, code, ticket, source }, async (transaction) => {
    const { account: known } = await demandAccount({ ...context, db: transaction }, reset);
    const locked = known && (await lockAccountForProof(transaction, { aid: known.aid, contact: address }));
    // Checked again under the lock: the account may have verified another contact meanwhile.
    if (locked && !hasTrustedContact(locked, address)) throw new ServiceError('login.account_not_found');
    const proof = { locked, contact: address, sid: null, device: null };
    const account = await proveOwn(context, transaction, proof);
    await replacePassword(context, transaction, {
      account,
      act: 'account.password_reset',
      newPassword,
      session: null,
      resetChannel: address.channel,
    });
  });
}

interface Replacement {
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
  { account, newPassword, act, session, resetChannel }: Replacement,
): Promise<void> {
  if (account?.state !== 'active') throw new ServiceError('login.account_not_found');
  const { aid } = account;
  // Checked only here, after authorisation: the error reveals the current password.
  if (await isPassword(newPassword, account.password_hash))
    throw new ServiceError('login.password_unchanged');
  const tenants = (await selectActivePlaces(transaction, aid)).map(({ tenant }) => tenant);
  const { username, email, mobile_no: mobileNo } = account;
  await demandStrength(context.passwords, newPassword, [
    username,
    email,
    mobileNo?.replace('+86', ''),
    ...tenants,
  ]);
  const at = new Date(context.clock());
  const passwordHash = await hashPassword(newPassword);
  await updatePasswordHash(transaction, { aid, passwordHash, resetChannel });
  await forgetTwoFactorTimes(transaction, aid);
  const except = session?.sid ?? null;
  await endSessions(transaction, { aid, except }, { reason: 'password_changed', at });
  await recordAccountAct(transaction, { aid, deviceID: session?.device?.id ?? null, at }, { act });
  await noticeAccount(context, transaction, { account, kind: 'password_changed' });
}

interface OwnProof {
  locked: AccountRow | undefined;
  contact: Address;
  sid: string | null;
  device: AccountSession['device'];
}

/** Verifies a contact of the account. @returns the account, with the password hash that it had before. */
async function proveOwn(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { locked, ...proof }: OwnProof,
): Promise<AccountRow> {
  if (locked?.state !== 'active' || !hasContact(locked, proof.contact))
    throw new ServiceError('login.account_not_found');
  const proven = await proveContact(context, transaction, { ...proof, account: locked });
  return { ...proven, password_hash: locked.password_hash };
}
