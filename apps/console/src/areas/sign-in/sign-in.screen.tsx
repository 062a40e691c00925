import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import { LoadBoundary } from '../../kit/load-boundary.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useSessionStore } from '../../platform/session/session.store.ts';
import { CodeForm } from './code-form.component.tsx';
import { PasswordForm } from './password-form.component.tsx';
import { useSignIn } from './sign-in.hook.ts';
import styles from './sign-in.module.css';

/** Loaded when a second factor is asked for: most of the code of a choice stays out of the first screen. */
const SecondFactorForm = lazy(() => import('./second-factor-form.component.tsx'));

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
          <LoadBoundary>
            <Suspense fallback={<StatePane kind="loading" />}>
              <SecondFactorForm form={form} secondFactor={form.secondFactor} />
            </Suspense>
          </LoadBoundary>
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

type Way = 'password' | 'phone' | 'email';

const ways: readonly Way[] = ['password', 'phone', 'email'];

/** The ways to sign in. */
function WayTabs({ children }: { readonly children: (way: Way) => ReactNode }) {
  const texts = useTexts().signIn;
  return (
    <Tabs>
      <TabList className={styles.tabs ?? ''} aria-label={texts.way}>
        {ways.map((way) => (
          <Tab key={way} id={way} className={styles.tab ?? ''}>
            {texts.ways[way]}
          </Tab>
        ))}
      </TabList>
      {ways.map((way) => (
        <TabPanel key={way} id={way}>
          {children(way)}
        </TabPanel>
      ))}
    </Tabs>
  );
}
