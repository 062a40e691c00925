import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import {
  activateCreatedMemberships,
  lockCreatingTenants,
  notifyInvited,
} from '../tenants/invitations.usecases.ts';
import { recordAccountAct } from './account-acts.usecases.ts';
import { noticeAccount } from './account-notices.usecases.ts';
import type { AccountServices } from './accounts.port.ts';
import {
  type AccountRow,
  hasVerifiedContact,
  trustedContacts,
  updatePasswordHash,
} from './accounts.repository.ts';
import type { Address } from './addresses.usecases.ts';
import type { CodePlace } from './codes.usecases.ts';
import {
  lockAccountsOfContact,
  removeContactFromOthers,
  updateVerifiedContact,
  withdrawDevices,
} from './contacts.repository.ts';
import { forgetTwoFactorTimes } from './devices.repository.ts';
import { hashPassword } from './password-hash.adapter.ts';
import { endSessions } from './sessions.repository.ts';

interface Proof {
  /** Locked by {@link lockAccountForProof}. */
  account: AccountRow;
  /** The contact that the shown code went to. */
  contact: Address;
  /** The session that shows the code; null where none has begun. */
  sid: string | null;
  /** The device that shows the code, which holds its key. */
  device: { id: string; thumbprint: string } | null;
}

/**
 * Locks what {@link proveContact} changes: first the tenants whose memberships a first proof activates, then the account and
 * the other accounts that have the contact.
 * @returns the account as it is now.
 */
export async function lockAccountForProof(
  transaction: DatabaseTransaction,
  which: { aid: string; contact: Address },
): Promise<AccountRow | undefined> {
  await lockCreatingTenants(transaction, which.aid);
  return lockAccountsOfContact(transaction, which);
}

/**
 * Marks a contact as verified, in the transaction that uses the code up. Before the first proof of any contact nobody knows
 * whose account it is, so whatever existed then ends: the password, sessions and devices, except those that show the code. The
 * contact is removed from every other account, whose owner is notified.
 * @returns the account as it is now.
 * @throws ServiceError `login.phone_taken`, `login.email_taken` where another account proves it at the same time.
 */
export async function proveContact(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, contact, sid, device }: Proof,
): Promise<AccountRow> {
  const { aid } = account;
  if (isVerified(account, contact)) return account;
  const at = new Date(context.clock());
  for (const other of await removeContactFromOthers(transaction, { aid, contact }))
    await notifyFormerOwner(context, transaction, { account: other, at });
  const isFirst = !hasVerifiedContact(account);
  if (isFirst) await endFormerAccess(context, transaction, { account, sid, device, at });
  const proven = await updateVerifiedContact(transaction, { aid, contact, at });
  const who = { aid, deviceID: device?.id ?? null, at };
  if (isFirst) await activateCreatedMemberships(transaction, who);
  await recordAccountAct(transaction, who, { act: 'account.contact_verified' });
  await notifyInvited(context.outbox, transaction, { aid, at });
  return proven;
}

/** A code for a change of an account is good for that account alone, whoever else the contact belongs to. */
export const updatePlace = (aid: string, { text }: Address): CodePlace => ({
  address: `account ${aid} ${text}`,
  purpose: 'update',
});

/** Whether the account has or claims the contact. */
export const hasContact = (account: AccountRow, { channel, text }: Address): boolean =>
  (channel === 'sms' ? account.mobile_no : account.email?.toLowerCase()) === text;

/** Whether the contact is a way in to the account: the claim beside a proof of another contact is none. */
export function hasTrustedContact(account: AccountRow, { channel, text }: Address): boolean {
  const { mobileNo, email } = trustedContacts(account);
  return (channel === 'sms' ? mobileNo : email?.toLowerCase()) === text;
}

/** Whether the account has verified the contact. */
export function isVerified(account: AccountRow, contact: Address): boolean {
  const verifiedAt = contact.channel === 'sms' ? account.mobile_verified_at : account.email_verified_at;
  return verifiedAt !== null && hasContact(account, contact);
}

async function endFormerAccess(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account: { aid }, sid, device, at }: Omit<Proof, 'contact'> & { at: Date },
): Promise<void> {
  // A password that nobody knows. The owner sets one by a code.
  const passwordHash = await hashPassword(randomUUID());
  await updatePasswordHash(transaction, { aid, passwordHash, resetChannel: null });
  await endSessions(transaction, { aid, except: sid }, { reason: 'password_changed', at });
  const except = device && { deviceID: device.id, thumbprint: device.thumbprint };
  await withdrawDevices(transaction, { aid, except, at });
  await forgetTwoFactorTimes(transaction, aid);
  await context.tell(transaction, { kind: 'contact_verified', aid });
}

async function notifyFormerOwner(
  context: AccountServices,
  transaction: DatabaseTransaction,
  { account, at }: { account: AccountRow; at: Date },
): Promise<void> {
  const { aid } = account;
  await recordAccountAct(transaction, { aid, at }, { act: 'account.contact_moved' });
  // To the contacts that are left: somebody else reads at the one that moved.
  await noticeAccount(context, transaction, { account, kind: 'contact_moved' });
}
