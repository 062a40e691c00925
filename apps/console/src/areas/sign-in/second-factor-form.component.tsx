import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { CodeField } from '../../kit/code-field.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { useRequestCode } from '../../kit/request-code.hook.ts';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useErrorText } from '../../platform/api.hook.ts';
import type { SecondFactor, SignInForm } from './sign-in.hook.ts';
import styles from './sign-in.module.css';

type SecondFactorFormProps = { readonly form: SignInForm; readonly secondFactor: SecondFactor };
const codeField = 'input[autocomplete="one-time-code"]';

type Factor = 'totp' | 'recovery' | 'phone' | 'email';

/** The ways to present the second factor, the safest first. */
function availableFactors({ hasTotp, mobileNo, email }: SecondFactor): readonly Factor[] {
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(mobileNo === null ? [] : (['phone'] as const)),
    ...(email === null ? [] : (['email'] as const)),
    ...(hasTotp ? (['recovery'] as const) : []),
  ];
}

/** The second factor after a right password: authenticator app, recovery code, or a code sent to a masked contact. */
export default function SecondFactorForm({ form, secondFactor }: SecondFactorFormProps) {
  const texts = useTexts().signIn;
  const errorText = useErrorText();
  const { request, ticket, waitSeconds } = useRequestCode();
  const place = useRef<HTMLFormElement>(null);
  // The form before it is gone, and with it the focus.
  useEffect(() => place.current?.querySelector<HTMLElement>(codeField)?.focus(), []);
  const factors = availableFactors(secondFactor);
  const [factor, setFactor] = useState<Factor>(factors[0] ?? 'phone');
  const [code, setCode] = useState('');
  const { username, challenge, mobileNo, email } = secondFactor;
  const contacts: Partial<Record<Factor, string | null>> = { phone: mobileNo, email };
  const credentials = () => {
    const typed = code.trim();
    if (factor === 'totp') return { challenge, totp: typed };
    if (factor === 'recovery') return { challenge, recoveryCode: typed };
    return { challenge, code: typed, ...(ticket === undefined ? {} : { ticket }) };
  };
  return (
    <form
      ref={place}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '' && !form.isPending) void form.submit(credentials(), username);
      }}
    >
      <h2>{texts.secondFactor}</h2>
      <p>{texts.secondFactorHint}</p>
      {factors.length > 1 ? (
        <SelectInput
          label={texts.factor}
          value={factor}
          onChange={(chosen) => {
            setFactor(chosen);
            setCode('');
          }}
          options={factors.map((id) => ({
            id,
            label: [texts.factors[id], contacts[id]].filter(Boolean).join(' '),
          }))}
        />
      ) : null}
      {factor === 'totp' ? (
        <TextInput
          key={factor}
          label={texts.totp}
          hint={texts.totpHint}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      ) : factor === 'recovery' ? (
        <TextInput
          key={factor}
          label={texts.recoveryCode}
          hint={texts.recoveryHint}
          value={code}
          onChange={setCode}
        />
      ) : (
        <CodeField
          value={code}
          onChange={setCode}
          waitSeconds={waitSeconds}
          onSend={() => void request({ channel: factor, challenge }).catch(form.fail)}
        />
      )}
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
