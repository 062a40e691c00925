import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../kit/notice.component.tsx';
import { useSessionStore } from '../../platform/session/session.store.ts';
import { CodeForm } from './code-form.component.tsx';
import { PasswordForm } from './password-form.component.tsx';
import { SecondFactorForm } from './second-factor-form.component.tsx';
import { useSignIn } from './sign-in.hook.ts';
import styles from './sign-in.module.css';
import { WayTabs } from './way-tabs.component.tsx';

/** Signs in by password or code, and by a second factor if a tenant requires it. */
export function SignInScreen() {
  const { signIn: texts, shell } = useTexts();
  const isEnded = useSessionStore(({ state }) => state.phase === 'signedOut' && state.reason === 'ended');
  const form = useSignIn();
  useEffect(() => {
    document.title = shell.pageTitle(texts.title);
  }, [shell, texts]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{texts.title}</h1>
        {isEnded && form.error === null ? <Notice kind="info">{texts.ended}</Notice> : null}
        {form.secondFactor ? (
          <SecondFactorForm form={form} secondFactor={form.secondFactor} />
        ) : (
          <WayTabs>
            {(way) =>
              way === 'password' ? <PasswordForm form={form} /> : <CodeForm key={way} way={way} form={form} />
            }
          </WayTabs>
        )}
      </div>
    </main>
  );
}
