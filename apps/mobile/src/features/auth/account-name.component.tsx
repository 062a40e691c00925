/** Whose password this is, for password managers alone: a form of passwords names nobody by itself. */
export function AccountName({ name }: { readonly name: string }) {
  return <input type="text" name="account" autoComplete="username" value={name} readOnly hidden />;
}
