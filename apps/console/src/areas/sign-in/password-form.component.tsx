import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { PasswordInput, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { useErrorText } from '../../platform/api.hook.ts';
import type { SignInForm } from './sign-in.hook.ts';
import styles from './sign-in.module.css';

/** User name, phone number or e-mail address with the password. */
export function PasswordForm({ form }: { readonly form: SignInForm }) {
  const texts = useTexts().signIn;
  const errorText = useErrorText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const isComplete = username.trim() !== '' && password !== '';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !form.isPending)
          void form.submit({ username: username.trim(), password }, username.trim());
      }}
    >
      <TextInput label={texts.username} value={username} onChange={setUsername} autoComplete="username" />
      <PasswordInput label={texts.password} value={password} onChange={setPassword} />
      {form.error === null ? null : <Notice kind="error">{errorText(form.error)}</Notice>}
      <Button type="submit" kind="primary" isDisabled={!isComplete} isPending={form.isPending}>
        {texts.submit}
      </Button>
    </form>
  );
}
