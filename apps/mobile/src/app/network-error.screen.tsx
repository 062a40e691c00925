import { errorText, isErrorCode, type MatchedError, matchError } from '@sealflow/domain/errors/registry';
import { limits } from '@sealflow/domain/limits';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { OfflineIcon } from '@sealflow/ui/start-icons.component.tsx';
import { useState } from 'react';
import { useFirstTexts, useLanguage } from '../i18n/index.ts';
import { useSessionActions, useSessionStore } from '../platform/session/index.ts';
import { FocusedHeading } from '../shell/navigation/focused-heading.component.tsx';
import { paths } from '../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../shell/navigation/query-params.hook.ts';
import { useNavigate } from '../shell/router/index.ts';
import styles from './network-error.module.css';

/** Parameters of the texts for time limits, for a code that comes from the address only. */
const timeoutParams = { seconds: limits.signInTimeoutMs / 1000 };

/** The error in the address: a code, or a server's message; an unknown message becomes the unknown error. */
function matchAddressError(err: string): MatchedError {
  if (isErrorCode(err)) return { code: err, params: timeoutParams };
  if (err === '') return { code: 'app.network_error', params: {} };
  const { code, params } = matchError('login', err);
  return { code, params: { ...timeoutParams, ...params } };
}

/** Shown when a start fails because the service did not answer: the cause (`err` in the query) and every way on. */
export function NetworkErrorScreen() {
  const { shell, common } = useFirstTexts();
  const language = useLanguage();
  const query = useQueryParams();
  const { start, signOut, continueStored, chooseAnother } = useSessionActions();
  const session = useSessionStore((state) => state.session);
  const [retrying, setRetrying] = useState(false);
  // A retry can fail for another reason than the one that led here.
  const { code, params } =
    session.phase === 'failed' ? session.error : matchAddressError(query.get('err') ?? '');

  const navigate = useNavigate();
  const retry = async () => {
    // Only the address names a failure: the session itself is valid.
    if (session.phase !== 'failed') return navigate(paths.root, { replace: true });
    setRetrying(true);
    await start();
    setRetrying(false);
  };
  return (
    <main className={styles.screen}>
      <span className={styles.icon}>
        <OfflineIcon size={56} />
      </span>
      <FocusedHeading className={styles.title}>{shell.networkErrorTitle}</FocusedHeading>
      <p role="alert">{errorText(code, language === 'zh' ? 'cn' : 'en', params)}</p>
      <p className={styles.hint}>{shell.networkErrorHint}</p>
      <div className={styles.actions}>
        <Button variant="primary" wide loading={retrying} onClick={() => void retry()}>
          {common.retry}
        </Button>
        {session.phase === 'failed' && session.stored !== null ? (
          <Button wide onClick={continueStored}>
            {shell.continueStored}
          </Button>
        ) : null}
        {session.phase === 'failed' && session.choices !== null ? (
          <Button wide onClick={() => void chooseAnother()}>
            {shell.chooseAnother}
          </Button>
        ) : null}
        {session.phase === 'failed' ? (
          <Button variant="quiet" wide onClick={() => void signOut()}>
            {shell.signInAgain}
          </Button>
        ) : null}
      </div>
    </main>
  );
}
