import type { DatabaseTransaction } from '../../../infra/database/index.ts';
import { selectAccount } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { contactsOf } from '../contacts/addresses.usecases.ts';
import { contactUpdateScope } from '../contacts/contact-proof.usecases.ts';
import { deleteCodesBySubjects } from './codes.repository.ts';
import { subjectDigest } from './codes.usecases.ts';

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
