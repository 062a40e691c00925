import { PasswordField } from '@sealflow/ui/inputs/password-field.component.tsx';
import { useFirstTexts } from '../../../i18n/index.ts';
import type { FieldProps } from '../form.hook.ts';

type OwnPasswordFieldProps = { readonly field: FieldProps; readonly hint?: string };

/** The current password, as the last field of a form. */
export function OwnPasswordField({ field, hint }: OwnPasswordFieldProps) {
  const { auth } = useFirstTexts();
  return (
    <PasswordField
      {...field}
      label={auth.password}
      placeholder={auth.passwordPlaceholder}
      showLabel={auth.showPassword}
      hideLabel={auth.hidePassword}
      autoComplete="current-password"
      enterKeyHint="go"
      hint={hint}
    />
  );
}
