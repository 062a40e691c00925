import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import styles from '../mine.module.css';
import { OwnPasswordField } from '../own-password-field.component.tsx';

type CodeFormProps = {
  readonly lead: string;
  /** What precedes the fields. */
  readonly children?: ReactNode;
  /** The name of the field of the code; null for the password alone. */
  readonly label: string | null;
  readonly submitLabel: string;
  readonly withPassword?: boolean;
  /** The form stays open with the reason if it fails. */
  readonly onSubmit: (values: { readonly password: string; readonly totp: string }) => Promise<void>;
  readonly onCancel: () => void;
};

/** Asks for a code of the authenticator app, the password, or both. */
export function CodeForm(props: CodeFormProps) {
  const { lead, children, label, submitLabel, withPassword = false, onSubmit, onCancel } = props;
  const { common, security } = useTexts();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isReady = (!withPassword || password !== '') && (label === null || totp.trim() !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isPending) return;
    setPending(true);
    setError(null);
    try {
      await onSubmit({ password, totp: totp.trim() });
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  const text = error === null ? undefined : errorText(error);
  return (
    <form className={styles.deletion} onSubmit={(event) => void submit(event)}>
      <p>{lead}</p>
      {children}
      {withPassword ? (
        <OwnPasswordField value={password} onChange={setPassword} error={label === null ? text : undefined} />
      ) : null}
      {label === null ? null : (
        <TextField
          label={label}
          hint={security.codeHint}
          value={totp}
          onChange={({ target }) => setTotp(target.value)}
          autoComplete="one-time-code"
          maxLength={40}
          error={text}
        />
      )}
      <Button type="submit" variant="primary" disabled={!isReady} loading={isPending}>
        {submitLabel}
      </Button>
      <Button onClick={onCancel}>{common.cancel}</Button>
    </form>
  );
}
