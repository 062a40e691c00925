import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { LanguageContext } from '../i18n/language.hook.ts';
import { useLanguageStore } from '../i18n/language.store.ts';
import { ApiContext } from '../platform/api/index.ts';
import { AppLockContext, useAppLock } from '../platform/app-lock/app-lock.hook.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { type Platform, PlatformContext } from '../platform/index.ts';
import { SessionContext, useSessionStore } from '../platform/session/index.ts';
import './app-lock.css';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { FirstPaint } from './first-paint.component.tsx';
import { lazyScreen, loadWithRetry } from './lazy-screen.util.ts';
import { Router } from './router.component.tsx';
import type { Services } from './services.compose.ts';

const LockScreen = lazyScreen(() => import('../features/mine/lock/lock.screen.tsx'));

type AppProps = {
  readonly platform: Platform;
  readonly services: Services;
  readonly consentGiven: boolean;
  /** Whether the session of a user who has accepted the agreements is started already. */
  readonly isSessionStarted?: boolean;
};

export function App({ platform, services, consentGiven, isSessionStarted = false }: AppProps) {
  const [consent, setConsent] = useState(consentGiven);
  const { session } = services;
  useEffect(() => {
    // Before the agreements are accepted, no id is created and nothing about a person or device is sent.
    if (consent && !isSessionStarted) void session.start();
  }, [consent, isSessionStarted, session]);
  useServiceWorker(platform, consent);
  return (
    <LanguageProvider>
      <ErrorBoundary>
        <PlatformContext value={platform}>
          <ApiContext value={services.api}>
            <SessionContext value={session}>
              <AppLockContext value={services.lock}>
                <Router consent={consent} onConsent={() => setConsent(true)} />
                <AppLockHost />
              </AppLockContext>
            </SessionContext>
          </ApiContext>
        </PlatformContext>
      </ErrorBoundary>
    </LanguageProvider>
  );
}

/** Provides the language to all parts: only the provider subscribes to the store, not each row of a list. */
const LanguageProvider = ({ children }: { readonly children: ReactNode }) => (
  <LanguageContext value={useLanguageStore()}>{children}</LanguageContext>
);

/** Tracks the app's visibility and covers everything with the lock screen while the app is locked. */
function AppLockHost() {
  const lock = useAppLock();
  const isLocked = useAppLockStore((state) => state.isLocked);
  const lockOwnerAid = useAppLockStore(({ record }) => record?.aid ?? null);
  const aid = useSessionStore(({ session }) => (session.phase === 'signedIn' ? session.account.aid : null));
  useEffect(() => lock.watch(), [lock]);
  useEffect(() => {
    // A lock of another account could never be opened by this one.
    if (lockOwnerAid !== null && aid !== null && lockOwnerAid !== aid) void lock.releaseLock();
  }, [lock, lockOwnerAid, aid]);
  if (!isLocked) return null;
  return (
    <Suspense fallback={null}>
      <LockScreen />
      <FirstPaint />
    </Suspense>
  );
}

/** The first screen's requests have the network to themselves. */
const startDelayMs = 2_000;

/** Registers the service worker once the agreements are accepted, so that the app starts without a network. */
function useServiceWorker({ kind }: Platform, consent: boolean): void {
  useEffect(() => {
    if (!consent || kind !== 'web') return undefined;
    const timer = setTimeout(() => {
      loadWithRetry(() => import('../platform/updates/web-update.usecases.ts'))
        .then(({ watchWebUpdates }) => watchWebUpdates())
        .catch(() => undefined);
    }, startDelayMs);
    return () => clearTimeout(timer);
  }, [consent, kind]);
}
