import type { DatabaseHandle } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession } from '../../../infra/http/access.port.ts';
import { selectAccount } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { consumeCode } from '../codes/codes.usecases.ts';
import { type AddressForm, parseAddress } from './addresses.usecases.ts';
import {
  contactUpdateScope,
  hasContact,
  isContactVerified,
  lockAccountForProof,
  proveContact,
} from './contact-proof.usecases.ts';
import { countMembersWithoutContact } from './contacts.repository.ts';

type ContactVerification = AddressForm & { code: string; ticket?: string | undefined };

/** Which contacts of an account its owner has verified. @throws ServiceError `login.account_not_found`. */
export async function verifiedContacts(
  { db }: Pick<AccountServices, 'db'>,
  { aid }: Pick<AccountSession, 'aid'>,
): Promise<{ mobileVerified: boolean; emailVerified: boolean }> {
  const account = await selectAccount(db, aid);
  if (!account) throw new ServiceError('login.account_not_found');
  const { mobile_verified_at: mobileVerifiedAt, email_verified_at: emailVerifiedAt } = account;
  return { mobileVerified: mobileVerifiedAt !== null, emailVerified: emailVerifiedAt !== null };
}

/**
 * Verifies a contact of the account by a code (purpose `update`) that was sent to it. The call is idempotent: a
 * repetition after a lost response changes nothing.
 * @throws ServiceError `login.verification_code_error`, also for a contact that the account does not have;
 * `login.phone_taken`, `login.email_taken`.
 */
export async function verifyContact(
  context: AccountServices,
  { aid, sid, device }: AccountSession,
  { form, source }: { form: ContactVerification; source: string },
): Promise<void> {
  const { code, ticket } = form;
  const contact = parseAddress(form);
  const currentAccount = await selectAccount(context.db, aid);
  if (!contact || !currentAccount || !hasContact(currentAccount, contact))
    throw new ServiceError('login.verification_code_error');
  if (isContactVerified(currentAccount, contact)) return;
  const scopes = [contactUpdateScope(aid, contact)];
  await consumeCode(context, { scopes, code, ticket, source }, async (transaction) => {
    const account = await lockAccountForProof(transaction, { aid, contact });
    if (account?.state !== 'active' || !hasContact(account, contact))
      throw new ServiceError('login.account_not_found');
    await proveContact(context, transaction, { account, contact, sid, device });
  });
}

/** How many active members of a tenant have no verified contact, so that no code reaches them. */
export const countUnreachable: (db: DatabaseHandle, tid: string) => Promise<number> =
  countMembersWithoutContact;
