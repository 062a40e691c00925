import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { SelectInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { useErrorText } from '../../platform/api.hook.ts';
import { CodeField } from './code-field.component.tsx';
import { useRequestCode } from './request-code.hook.ts';
import type { SecondFactor, SignInForm } from './sign-in.hook.ts';
import styles from './sign-in.module.css';

type SecondFactorFormProps = { readonly form: SignInForm; readonly secondFactor: SecondFactor };

/** The code after a right password, sent to one of the masked contacts of the account. */
export function SecondFactorForm({ form, secondFactor }: SecondFactorFormProps) {
  const texts = useTexts().signIn;
  const errorText = useErrorText();
  const { request, ticket, waitSeconds } = useRequestCode();
  const contacts = [
    ...(secondFactor.mobileNo === null ? [] : [{ id: 'phone' as const, label: secondFactor.mobileNo }]),
    ...(secondFactor.email === null ? [] : [{ id: 'email' as const, label: secondFactor.email }]),
  ];
  const [channel, setChannel] = useState<'phone' | 'email'>(contacts[0]?.id ?? 'phone');
  const [code, setCode] = useState('');
  const { username, challenge } = secondFactor;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === '' || form.isPending) return;
        const proof = { challenge, code: code.trim(), ...(ticket === undefined ? {} : { ticket }) };
        void form.submit(proof, username);
      }}
    >
      <h2>{texts.secondFactor}</h2>
      <p>{texts.secondFactorHint}</p>
      <SelectInput label={texts.chooseContact} value={channel} onChange={setChannel} options={contacts} />
      <CodeField
        value={code}
        onChange={setCode}
        waitSeconds={waitSeconds}
        onSend={() => void request({ channel, challenge }).catch(form.fail)}
      />
      {form.error === null ? null : <Notice kind="error">{errorText(form.error)}</Notice>}
      <Button type="submit" kind="primary" isDisabled={code.trim() === ''} isPending={form.isPending}>
        {texts.submit}
      </Button>
      <Button kind="quiet" onPress={form.startAgain}>
        {texts.startAgain}
      </Button>
    </form>
  );
}
