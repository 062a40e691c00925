import type { Body } from '@sealflow/contract';
import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from '../kit/button.component.tsx';
import { PasswordInput, TextInput } from '../kit/fields.component.tsx';
import { Modal } from '../kit/modal.component.tsx';
import { Notice } from '../kit/notice.component.tsx';
import { useSecondFactor } from '../platform/access.queries.ts';
import { useApi, useErrorText } from '../platform/api.hook.ts';
import { useStepUpStore } from '../platform/step-up/step-up.store.ts';
import { stepUpCall } from '../platform/step-up/step-up.usecases.ts';

/**
 * Asks for the factors of the account when a call requires them: the password, and a code if the account has an
 * authenticator app. The call is repeated after success.
 */
export default function StepUpDialog() {
  const { common, shell } = useTexts();
  const texts = shell.stepUp;
  const api = useApi();
  const errorText = useErrorText();
  const factor = useSecondFactor();
  const end = useStepUpStore((store) => store.end);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (end === null) return null;
  const hasApp = factor.data?.totpAt != null;
  const isComplete = !factor.isPending && password !== '' && (!hasApp || code.trim() !== '');
  const submit = async () => {
    if (!isComplete || isPending) return;
    setPending(true);
    setError(null);
    const codeField = isRecovery ? { recoveryCode: code.trim() } : { totp: code.trim() };
    try {
      await api.call(stepUpCall, {
        body: { password, ...(hasApp ? codeField : {}) } as Body<typeof stepUpCall>,
      });
      end(true);
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Modal
      title={texts.title}
      onClose={() => end(false)}
      actions={
        <>
          <Button onPress={() => end(false)}>{common.cancel}</Button>
          <Button type="submit" form="step-up" kind="primary" isDisabled={!isComplete} isPending={isPending}>
            {common.confirm}
          </Button>
        </>
      }
    >
      <p>{hasApp ? texts.bothHint : texts.hint}</p>
      {factor.data?.isOperator && !hasApp ? <Notice kind="warning">{texts.operatorHint}</Notice> : null}
      <form
        id="step-up"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordInput label={texts.password} value={password} onChange={setPassword} />
        {hasApp ? (
          <TextInput
            key={String(isRecovery)}
            label={isRecovery ? texts.recoveryCode : texts.totp}
            value={code}
            onChange={setCode}
            {...(isRecovery ? {} : { inputMode: 'numeric' as const, autoComplete: 'one-time-code' })}
          />
        ) : null}
        {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      </form>
      {hasApp ? (
        <Button
          kind="quiet"
          onPress={() => {
            setRecovery(!isRecovery);
            setCode('');
          }}
        >
          {isRecovery ? texts.useTotp : texts.useRecoveryCode}
        </Button>
      ) : null}
    </Modal>
  );
}
