/** A hidden user name for password managers, which cannot assign a form with password fields only. */
export function AccountName({ name }: { readonly name: string }) {
  return <input type="text" name="account" autoComplete="username" value={name} readOnly hidden />;
}
