import type { Body } from '@sealflow/contract';
import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from '../kit/button.component.tsx';
import { PasswordInput, TextInput } from '../kit/fields.component.tsx';
import { Modal } from '../kit/modal.component.tsx';
import { Notice } from '../kit/notice.component.tsx';
import { useApi, useErrorText } from '../platform/api.hook.ts';
import { useStepUpStore } from '../platform/step-up/step-up.store.ts';

const call = 'POST /api/v1/account/actions/step-up';

/** Asks for both factors when a call requires them. The call is repeated after success. */
export default function StepUpDialog() {
  const { common, shell } = useTexts();
  const texts = shell.stepUp;
  const api = useApi();
  const errorText = useErrorText();
  const end = useStepUpStore((store) => store.end);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (end === null) return null;
  const isComplete = password !== '' && code.trim() !== '';
  const submit = async () => {
    if (!isComplete || isPending) return;
    setPending(true);
    setError(null);
    const proof: Body<typeof call> = isRecovery
      ? { password, recoveryCode: code.trim() }
      : { password, totp: code.trim() };
    try {
      await api.call(call, { body: proof });
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
      <p>{texts.hint}</p>
      <form
        id="step-up"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordInput label={texts.password} value={password} onChange={setPassword} />
        <TextInput
          key={String(isRecovery)}
          label={isRecovery ? texts.recoveryCode : texts.totp}
          value={code}
          onChange={setCode}
          {...(isRecovery ? {} : { inputMode: 'numeric' as const, autoComplete: 'one-time-code' })}
        />
        {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      </form>
      <Button
        kind="quiet"
        onPress={() => {
          setRecovery(!isRecovery);
          setCode('');
        }}
      >
        {isRecovery ? texts.useTotp : texts.useRecoveryCode}
      </Button>
    </Modal>
  );
}
