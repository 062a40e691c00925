import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { AccountServices } from './accounts.port.ts';
import { selectAccount } from './accounts.repository.ts';
import { contactsOf } from './addresses.usecases.ts';
import { deleteCodesFor } from './codes.repository.ts';
import { subjectOf } from './codes.usecases.ts';
import { updatePlace } from './contact-proof.usecases.ts';

/** Deletes the codes that were sent to the contacts of an account, as part of its deletion. */
export async function deleteCodesOf(
  context: Pick<AccountServices, 'codeKey'>,
  transaction: DatabaseTransaction,
  aid: string,
): Promise<void> {
  const account = await selectAccount(transaction, aid);
  if (!account) return;
  const contacts = contactsOf({ mobileNo: account.mobile_no, email: account.email });
  const places = contacts.flatMap((contact) => [contact.text, updatePlace(aid, contact).address]);
  await deleteCodesFor(
    transaction,
    places.map((place) => subjectOf(context, 'address', place)),
  );
}
