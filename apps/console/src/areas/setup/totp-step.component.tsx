import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { QrCode } from '../../kit/qr-code.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useApi, useErrorText, useSessionActions } from '../../platform/api.hook.ts';
import styles from './setup.module.css';
import { changeSetup, useSetupStore } from './setup-state.store.ts';

/** The secret of the authenticator app and its first code, which creates the operator and signs in. */
export function TotpStep() {
  const { common, setup } = useTexts();
  const texts = setup.totp;
  const api = useApi();
  const { adopt } = useSessionActions();
  const errorText = useErrorText();
  const { token, username, name, password } = useSetupStore();
  const [totp, setTotp] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const enrolment = useQuery({
    queryKey: ['setup-totp', token, username],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const call = 'POST /api/v1/setup/actions/enrol-totp';
      return (await api.call(call, { body: { token, username }, token: null, signal })).data;
    },
  });
  const submit = async () => {
    if (totp.trim() === '' || isPending) return;
    setPending(true);
    setError(null);
    try {
      const answer = await api.call('POST /api/v1/setup/actions/create-operator', {
        body: { token, username, name, password, totp: totp.trim() },
        token: null,
      });
      // The link is used up. From here on the session continues the assistant.
      changeSetup({ token: '', step: 'recovery', password: '', recoveryCodes: answer.recoveryCodes });
      await adopt(answer, username, false);
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  if (enrolment.error !== null)
    return <StatePane kind="error" error={enrolment.error} onRetry={() => void enrolment.refetch()} />;
  if (enrolment.data === undefined) return <StatePane kind="loading" />;
  const { secret, uri } = enrolment.data;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{texts.lead}</p>
      <QrCode text={uri} label={texts.qr} />
      <p>
        {texts.secret}: <code className={styles.secret}>{secret}</code>
      </p>
      <TextInput
        label={texts.code}
        hint={texts.codeHint}
        value={totp}
        onChange={setTotp}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <div className={styles.actions}>
        <Button onPress={() => changeSetup({ step: 'operator' })}>{common.back}</Button>
        <Button type="submit" kind="primary" isDisabled={totp.trim() === '' || isPending}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
