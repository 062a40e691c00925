import type { Body } from '@sealflow/contract';
import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from '../kit/button.component.tsx';
import { CodeField } from '../kit/code-field.component.tsx';
import { PasswordInput, TextInput } from '../kit/fields.component.tsx';
import { Modal } from '../kit/modal.component.tsx';
import { Notice } from '../kit/notice.component.tsx';
import { useRequestCode } from '../kit/request-code.hook.ts';
import { SelectInput } from '../kit/select-input.component.tsx';
import { StatePane } from '../kit/state-pane.component.tsx';
import { useSubmit } from '../kit/submit.hook.ts';
import { type SecondFactor, useSecondFactor } from '../platform/access.queries.ts';
import { useApi, useErrorText } from '../platform/api.hook.ts';
import { useSession } from '../platform/session/session.store.ts';
import { useStepUpStore } from '../platform/step-up/step-up.store.ts';
import { stepUpCall } from '../platform/step-up/step-up.usecases.ts';

type Way = 'password' | 'totp' | 'recovery' | 'phone' | 'email';
type Contacts = { readonly mobileNo: string | null | undefined; readonly email: string | null | undefined };
type StepUpEnd = (isDone: boolean) => void;

/** The ways in which an account can present its factors again, the safest first. */
function waysOf(
  { totpAt, channels, isOperator }: SecondFactor,
  { mobileNo, email }: Contacts,
): readonly Way[] {
  if (totpAt !== null) return ['totp', 'recovery'];
  return [
    ...(isOperator ? [] : (['password'] as const)),
    ...(channels.includes('sms') && mobileNo ? (['phone'] as const) : []),
    ...(channels.includes('email') && email ? (['email'] as const) : []),
  ];
}

/** Asks for the factors of the account when a call requires them. The call is repeated after success. */
export default function StepUpDialog() {
  const texts = useTexts().shell.stepUp;
  const factor = useSecondFactor();
  const end = useStepUpStore((store) => store.end);
  if (end === null) return null;
  if (factor.data !== undefined) return <StepUpForm factor={factor.data} onEnd={end} />;
  return (
    <Modal title={texts.title} onClose={() => end(false)} actions={null}>
      {factor.error === null ? (
        <StatePane kind="loading" />
      ) : (
        <StatePane kind="error" error={factor.error} onRetry={() => void factor.refetch()} />
      )}
    </Modal>
  );
}

function StepUpForm({ factor, onEnd }: { readonly factor: SecondFactor; readonly onEnd: StepUpEnd }) {
  const { common, shell, signIn } = useTexts();
  const texts = shell.stepUp;
  const api = useApi();
  const errorText = useErrorText();
  const { mobileNo, email } = useSession();
  const { request, ticket, waitSeconds } = useRequestCode();
  const ways = waysOf(factor, { mobileNo, email });
  const [way, setWay] = useState<Way>(ways[0] ?? 'password');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isPending, error, submit } = useSubmit();
  const hasTwoFactors = factor.totpAt !== null || factor.isOperator;
  const isPasswordNeeded = hasTwoFactors || way === 'password';
  const isSent = way === 'phone' || way === 'email';
  const isCodeReady = way === 'password' || (code.trim() !== '' && (!isSent || ticket !== undefined));
  const isComplete = ways.length > 0 && (!isPasswordNeeded || password !== '') && isCodeReady;
  const proof = () => {
    const codeOf = {
      password: {},
      totp: { totp: code.trim() },
      recovery: { recoveryCode: code.trim() },
      phone: { code: code.trim(), ticket },
      email: { code: code.trim(), ticket },
    }[way];
    return { ...(isPasswordNeeded ? { password } : {}), ...codeOf } as Body<typeof stepUpCall>;
  };
  const contact = (way === 'phone' ? mobileNo : email) ?? '';
  const sendCode = (channel: 'phone' | 'email') =>
    void submit(() => request({ channel, contact, purpose: 'update' }));
  return (
    <Modal
      title={texts.title}
      onClose={() => onEnd(false)}
      actions={
        <>
          <Button onPress={() => onEnd(false)}>{common.cancel}</Button>
          <Button type="submit" form="step-up" kind="primary" isDisabled={!isComplete} isPending={isPending}>
            {common.confirm}
          </Button>
        </>
      }
    >
      <p>{hasTwoFactors ? texts.bothHint : texts.hint}</p>
      {ways.length === 0 ? <Notice kind="warning">{texts.operatorHint}</Notice> : null}
      <form
        id="step-up"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete) return;
          void submit(async () => {
            await api.call(stepUpCall, { body: proof() });
            onEnd(true);
          });
        }}
      >
        {ways.length > 1 ? (
          <SelectInput
            label={signIn.factor}
            value={way}
            onChange={(chosen) => {
              setWay(chosen);
              setCode('');
            }}
            options={ways.map((id) => ({
              id,
              label: id === 'password' ? texts.password : signIn.factors[id],
            }))}
          />
        ) : null}
        {isPasswordNeeded ? (
          <PasswordInput label={texts.password} value={password} onChange={setPassword} />
        ) : null}
        {way === 'phone' || way === 'email' ? (
          <CodeField value={code} onChange={setCode} waitSeconds={waitSeconds} onSend={() => sendCode(way)} />
        ) : null}
        {way === 'totp' || way === 'recovery' ? (
          <TextInput
            key={way}
            label={way === 'totp' ? texts.totp : texts.recoveryCode}
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
          />
        ) : null}
        {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      </form>
    </Modal>
  );
}
