import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '../../../infra/database/index.ts';
import {
  activateCreatedMemberships,
  enqueueInvitationNotices,
  lockCreatingTenants,
} from '../../tenants/invitations.usecases.ts';
import { recordAccountAct } from '../account-acts.usecases.ts';
import {
  type AccountRow,
  hasVerifiedContact,
  selectAccount,
  trustedContacts,
  updatePasswordHash,
} from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { deleteCodesBySubjects } from '../codes/codes.repository.ts';
import { type CodeScope, subjectDigest } from '../codes/codes.usecases.ts';
import { clearTwoFactorTimes } from '../devices/devices.repository.ts';
import { notifyAccountOwner } from '../notices/account-notices.usecases.ts';
import { hashPassword } from '../passwords/password-hash.util.ts';
import { deleteTotp } from '../second-factor/totp.repository.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { type Address, contactsOf } from './addresses.usecases.ts';
import {
  lockAccountsOfContact,
  removeContactFromOthers,
  updateVerifiedContact,
  withdrawDevices,
} from './contacts.repository.ts';

interface ContactProof {
  /** The row, locked by {@link lockAccountForProof}. */
  account: AccountRow;
  /** The contact that received the presented code. */
  contact: Address;
  /** The session that presents the code; null before sign-in. */
  sid: string | null;
  /** The device that presents the code; its key is proven. */
  device: { id: string; thumbprint: string } | null;
}

/**
 * Locks the rows that {@link proveContact} changes: first the tenants whose memberships a first verification activates,
 * then the account and the other accounts with the contact.
 * @returns the current row of the account.
 */
export async function lockAccountForProof(
  transaction: DatabaseTransaction,
  target: { aid: string; contact: Address },
): Promise<AccountRow | undefined> {
  await lockCreatingTenants(transaction, target.aid);
  return lockAccountsOfContact(transaction, target);
}

/**
 * Marks a contact as verified, in the transaction that consumes the code. Before the first verified contact the owner
 * of the account is unknown, so the first one revokes all earlier access: the password, the authenticator app, and the
 * sessions and devices except those that present the code. The contact is removed from every other account, whose owner is notified.
 * @returns the current row of the account.
 * @throws ServiceError `login.phone_taken`, `login.email_taken` where another account verifies the contact
 * concurrently.
 */
export async function proveContact(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, contact, sid, device }: ContactProof,
): Promise<AccountRow> {
  const { aid } = account;
  if (isContactVerified(account, contact)) return account;
  const at = new Date(context.clock());
  for (const other of await removeContactFromOthers(transaction, { aid, contact }))
    await notifyFormerOwner(context, transaction, { account: other, at });
  const isFirstContact = !hasVerifiedContact(account);
  if (isFirstContact) await revokeFormerAccess(context, transaction, { account, sid, device, at });
  const verified = await updateVerifiedContact(transaction, { aid, contact, at });
  const subject = { aid, deviceID: device?.id ?? null, at };
  if (isFirstContact) await activateCreatedMemberships(transaction, subject);
  await recordAccountAct(transaction, subject, { act: 'account.contact_verified' });
  await enqueueInvitationNotices(context.outbox, transaction, { aid, at });
  return verified;
}

/**
 * The scope of a code with the purpose `update`: valid for one account only, even where other accounts have the
 * contact.
 */
export const contactUpdateScope = (aid: string, { text }: Address): CodeScope => ({
  address: `account ${aid} ${text}`,
  purpose: 'update',
});

/** Whether the account has the contact, verified or not. */
export const hasContact = (account: AccountRow, { channel, text }: Address): boolean =>
  (channel === 'sms' ? account.mobile_no : account.email?.toLowerCase()) === text;

/** Whether the contact can be used to sign in: an unverified one cannot where another contact is verified. */
export function hasTrustedContact(account: AccountRow, { channel, text }: Address): boolean {
  const { mobileNo, email } = trustedContacts(account);
  return (channel === 'sms' ? mobileNo : email?.toLowerCase()) === text;
}

/** Whether the account has verified the contact. */
export function isContactVerified(account: AccountRow, contact: Address): boolean {
  const verifiedAt = contact.channel === 'sms' ? account.mobile_verified_at : account.email_verified_at;
  return verifiedAt !== null && hasContact(account, contact);
}

async function revokeFormerAccess(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account: { aid }, sid, device, at }: Omit<ContactProof, 'contact'> & { at: Date },
): Promise<void> {
  // A random password, which is never disclosed. The owner sets a new one by a code.
  const passwordHash = await hashPassword(randomUUID());
  await updatePasswordHash(transaction, { aid, passwordHash, resetChannel: null });
  await endSessions(transaction, { aid, except: sid }, { reason: 'password_changed', at });
  const except = device && { deviceID: device.id, thumbprint: device.thumbprint };
  await withdrawDevices(transaction, { aid, except, at });
  await clearTwoFactorTimes(transaction, aid);
  await deleteTotp(transaction, aid);
  await context.publishEvent(transaction, { kind: 'contact_verified', aid });
}

async function notifyFormerOwner(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, at }: { account: AccountRow; at: Date },
): Promise<void> {
  const { aid } = account;
  await recordAccountAct(transaction, { aid, at }, { act: 'account.contact_moved' });
  // Only to the remaining contacts: the removed one belongs to another person.
  await notifyAccountOwner(context, transaction, { account, kind: 'contact_moved' });
}

/** Deletes the codes that were sent to the contacts of an account, as part of its deletion. */
export async function deleteAccountCodes(
  context: Pick<AccountServices, 'codeKey'>,
  transaction: DatabaseTransaction,
  aid: string,
): Promise<void> {
  const account = await selectAccount(transaction, aid);
  if (!account) return;
  const contacts = contactsOf({ mobileNo: account.mobile_no, email: account.email });
  const contactTexts = contacts.flatMap((contact) => [
    contact.text,
    contactUpdateScope(aid, contact).address,
  ]);
  await deleteCodesBySubjects(
    transaction,
    contactTexts.map((place) => subjectDigest(context, 'address', place)),
  );
}
