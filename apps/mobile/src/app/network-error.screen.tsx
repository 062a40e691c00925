import { errorText, isErrorCode } from '@sealflow/domain/errors';
import { useState } from 'react';
import { useLanguage, useTexts } from '../i18n/index.ts';
import { useSessionActions, useSessionStore } from '../platform/session/index.ts';
import { Button } from '../ui/button.component.tsx';
import { OfflineIcon } from '../ui/icons.component.tsx';
import styles from './network-error.module.css';
import { useQueryParams } from './shell/query.hook.ts';

/** Where a start ends that the service did not answer: the cause (`err` in the query), and every way on. */
export function NetworkErrorScreen() {
  const { shell, common } = useTexts();
  const language = useLanguage();
  const query = useQueryParams();
  const { start, signOut, continueStored } = useSessionActions();
  const session = useSessionStore((state) => state.session);
  const [retrying, setRetrying] = useState(false);
  const err = query.get('err') ?? '';
  const code = isErrorCode(err) ? err : 'app.network_error';
  const params = session.phase === 'failed' && session.error.code === code ? session.error.params : {};

  const retry = async () => {
    setRetrying(true);
    await start();
    setRetrying(false);
  };
  return (
    <main className={styles.screen}>
      <span className={styles.icon}>
        <OfflineIcon size={56} />
      </span>
      <h1 className={styles.title}>{shell.networkErrorTitle}</h1>
      <p role="alert">{errorText(code, language === 'zh' ? 'cn' : 'en', params)}</p>
      <p className={styles.hint}>{shell.networkErrorHint}</p>
      <div className={styles.actions}>
        <Button look="primary" wide loading={retrying} onClick={() => void retry()}>
          {common.retry}
        </Button>
        {session.phase === 'failed' && session.stored !== null ? (
          <Button wide onClick={continueStored}>
            {shell.continueStored}
          </Button>
        ) : null}
        <Button look="quiet" wide onClick={() => void signOut()}>
          {shell.signInAgain}
        </Button>
      </div>
    </main>
  );
}
