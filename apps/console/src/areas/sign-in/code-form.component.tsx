import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { CodeField } from '../../kit/code-field.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { useRequestCode } from '../../kit/request-code.hook.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import type { SignInForm } from './sign-in.hook.ts';
import styles from './sign-in.module.css';

type CodeFormProps = { readonly way: 'phone' | 'email'; readonly form: SignInForm };

/** A code that is sent to the phone number or the e-mail address of the account. */
export function CodeForm({ way, form }: CodeFormProps) {
  const texts = useTexts().signIn;
  const errorText = useErrorText();
  const { request, ticket, waitSeconds } = useRequestCode();
  const [contact, setContact] = useState('');
  const [code, setCode] = useState('');
  const isComplete = contact.trim() !== '' && code.trim() !== '';
  const submit = () => {
    const proof = { code: code.trim(), ...(ticket === undefined ? {} : { ticket }) };
    const credentials =
      way === 'phone' ? { mobileNo: contact.trim(), ...proof } : { email: contact.trim(), ...proof };
    return form.submit(credentials, contact.trim());
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !form.isPending) void submit();
      }}
    >
      <TextInput
        label={way === 'phone' ? texts.mobileNo : texts.email}
        type={way === 'phone' ? 'tel' : 'email'}
        value={contact}
        onChange={setContact}
        autoComplete={way === 'phone' ? 'tel' : 'email'}
      />
      <CodeField
        value={code}
        onChange={setCode}
        waitSeconds={waitSeconds}
        isSendDisabled={contact.trim() === ''}
        onSend={() => void request({ channel: way, contact }).catch(form.fail)}
      />
      <output>{ticket === undefined ? null : texts.codeSent}</output>
      {form.error === null ? null : <Notice kind="error">{errorText(form.error)}</Notice>}
      <Button type="submit" kind="primary" isDisabled={!isComplete} isPending={form.isPending}>
        {texts.submit}
      </Button>
    </form>
  );
}
