import { PasswordField } from '@sealflow/ui/inputs/password-field.component.tsx';
import { useTexts } from '../../i18n/index.ts';

type OwnPasswordFieldProps = {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
};

/** Asks for the present password of the account. */
export function OwnPasswordField({ value, onChange, error }: OwnPasswordFieldProps) {
  const { auth, mine } = useTexts();
  return (
    <PasswordField
      label={mine.password}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      showLabel={auth.showPassword}
      hideLabel={auth.hidePassword}
      autoComplete="current-password"
      error={error}
    />
  );
}
