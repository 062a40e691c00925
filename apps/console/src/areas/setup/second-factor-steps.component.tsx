import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { CodeForm, RecoveryCodes, TotpSecret } from '../../kit/totp.component.tsx';
import { useApi, useSessionActions } from '../../platform/api.hook.ts';
import { useReplaceRecoveryCodes } from '../../platform/second-factor.queries.ts';
import { changeSetup, useSetupStore } from './setup-state.store.ts';

const createCall = 'POST /api/v1/setup/actions/create-operator';

/** The secret of the authenticator app and its first code, which creates the operator and signs in. */
export function TotpStep() {
  const { common, setup } = useTexts();
  const api = useApi();
  const { adopt, onThisDevice } = useSessionActions();
  const { token, username, name, password } = useSetupStore();
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
  const submit = async (totp: string) => {
    const body = { token, username, name, password, totp };
    const answer = await onThisDevice(createCall, (device) =>
      api.call(createCall, { body: { ...body, device }, token: null }),
    );
    // The link is used up. From here on the session continues the assistant.
    changeSetup({ token: '', step: 'recovery', password: '', recoveryCodes: answer.recoveryCodes });
    await adopt(answer, username);
  };
  if (enrolment.error !== null)
    return <StatePane kind="error" error={enrolment.error} onRetry={() => void enrolment.refetch()} />;
  if (enrolment.data === undefined) return <StatePane kind="loading" />;
  return (
    <CodeForm
      submitLabel={setup.totp.submit}
      actions={<Button onPress={() => changeSetup({ step: 'operator' })}>{common.back}</Button>}
      onSubmit={submit}
    >
      <TotpSecret {...enrolment.data} />
    </CodeForm>
  );
}

/** The recovery codes, and new ones in place of those that a reload of the page lost. */
export function RecoveryStep() {
  const { common, setup } = useTexts();
  const texts = setup.recovery;
  const replace = useReplaceRecoveryCodes();
  const codes = useSetupStore((state) => state.recoveryCodes);
  if (codes.length === 0)
    return (
      <CodeForm
        submitLabel={texts.replace}
        onSubmit={async (totp) => changeSetup({ recoveryCodes: await replace(totp) })}
      >
        <p>{texts.lost}</p>
      </CodeForm>
    );
  return (
    <RecoveryCodes
      codes={codes}
      doneLabel={common.next}
      onDone={() => changeSetup({ step: 'organisation', recoveryCodes: [] })}
    />
  );
}
