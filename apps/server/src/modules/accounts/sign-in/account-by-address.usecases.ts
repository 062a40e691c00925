import { ServiceError } from '../../../infra/errors/service.errors.ts';
import { type AccountRow, selectAccountByAddress } from '../accounts.repository.ts';
import type { AccountServices } from '../accounts.types.ts';
import { type Address, type AddressForm, parseAddress } from '../contacts/addresses.usecases.ts';

/**
 * The active account of a phone number or e-mail address.
 * @returns no account only where `shouldHideAccounts` is set. The code is then rejected as wrong, because none was
 * issued.
 * @throws ServiceError `login.account_not_found`.
 */
export async function requireAccountByAddress(
  { db, shouldHideAccounts }: Pick<AccountServices, 'db' | 'shouldHideAccounts'>,
  form: AddressForm,
): Promise<{ address: Address; account: AccountRow | undefined }> {
  const address = parseAddress(form);
  const found = address && (await selectAccountByAddress(db, address));
  const account = found?.state === 'active' ? found : undefined;
  if (!address || (!account && !shouldHideAccounts)) throw new ServiceError('login.account_not_found');
  return { address, account };
}
