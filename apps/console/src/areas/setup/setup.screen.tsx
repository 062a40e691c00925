import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { useApi } from '../../platform/api.hook.ts';
import { useSessionStore } from '../../platform/session/session.store.ts';
import { MailStep, MasterKeyStep, SmsStep } from './deployment-steps.component.tsx';
import { OperatorStep } from './operator-step.component.tsx';
import { OrganisationStep } from './organisation-step.component.tsx';
import { RecoveryStep, TotpStep } from './second-factor-steps.component.tsx';
import styles from './setup.module.css';
import { openSetup, setupSteps, useSetupStore } from './setup-state.store.ts';

const screens = {
  operator: OperatorStep,
  totp: TotpStep,
  recovery: RecoveryStep,
  organisation: OrganisationStep,
  mail: MailStep,
  sms: SmsStep,
  masterKey: MasterKeyStep,
};

/** The first-run assistant, opened by a one-time link: operator, first organisation, mail, text messages, master key. */
export default function SetupScreen() {
  const { setup: texts, shell } = useTexts();
  const { isOpened, token, step } = useSetupStore();
  const phase = useSessionStore((store) => store.state.phase);
  const isBeforeSignIn = step === 'operator' || step === 'totp';
  const link = useSetupLink(token, isOpened && isBeforeSignIn);
  useEffect(() => {
    document.title = shell.pageTitle(texts.title);
  }, [shell, texts]);
  useEffect(openSetup, []);
  const isFirst = useRef(true);
  // The button that led to a later step is gone, and the focus with it.
  const focusLater = useCallback((title: HTMLElement | null) => {
    if (title === null) return;
    if (!isFirst.current) title.focus();
    isFirst.current = false;
  }, []);
  if (!isOpened || phase === 'starting') return <StatePane kind="loading" />;
  if (isBeforeSignIn) {
    if (link.error !== null)
      return <StatePane kind="error" error={link.error} onRetry={() => void link.refetch()} />;
    if (link.data === undefined) return <StatePane kind="loading" />;
  }
  const isInvalid = isBeforeSignIn ? link.data === null : phase === 'signedOut';
  const Step = screens[step];
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        {isInvalid ? (
          <InvalidLink />
        ) : (
          <>
            <h1 key={step} ref={focusLater} className={styles.title} tabIndex={-1}>
              {texts.title}
            </h1>
            <p className={styles.progress}>{texts.step(setupSteps.indexOf(step) + 1, setupSteps.length)}</p>
            <h2 className={styles.stepTitle}>{texts.steps[step]}</h2>
            {isBeforeSignIn && link.data ? <LinkState {...link.data} /> : null}
            <Step />
          </>
        )}
      </div>
    </main>
  );
}

/** The state of the link; null if it is invalid. */
function useSetupLink(token: string, isEnabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['setup', token],
    enabled: isEnabled,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      if (token === '') return null;
      try {
        const call = 'POST /api/v1/setup/actions/check';
        return (await api.call(call, { body: { token }, token: null, signal })).data;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'admin.setup_link_invalid') return null;
        throw error;
      }
    },
  });
}

function LinkState({ expireAt, hasOperator }: { readonly expireAt: number; readonly hasOperator: boolean }) {
  const texts = useTexts().setup;
  const timeText = useTimeText();
  return (
    <>
      {hasOperator ? <Notice kind="warning">{texts.hasOperator}</Notice> : null}
      <p className={styles.progress}>{texts.expires(timeText(expireAt))}</p>
    </>
  );
}

function InvalidLink() {
  const texts = useTexts().setup.invalid;
  const navigate = useNavigate();
  return (
    <div className="stack">
      <h1 className={styles.title}>{texts.title}</h1>
      <p>{texts.text}</p>
      <p>
        <code>{texts.command}</code>
      </p>
      <div>
        <Button kind="primary" onPress={() => void navigate('/', { replace: true })}>
          {texts.signIn}
        </Button>
      </div>
    </div>
  );
}
