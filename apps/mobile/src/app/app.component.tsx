import { useEffect, useState } from 'react';
import { LanguageProvider } from '../i18n/language.component.tsx';
import { ApiContext } from '../platform/api/index.ts';
import { AppLockContext } from '../platform/app-lock/app-lock.hook.ts';
import { type Platform, PlatformContext } from '../platform/index.ts';
import { SessionContext } from '../platform/session/index.ts';
import { AppLockHost } from './app-lock-host.component.tsx';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { Router } from './router.component.tsx';
import { useServiceWorker } from './service-worker.hook.ts';
import type { Services } from './services.compose.ts';

type AppProps = { readonly platform: Platform; readonly services: Services; readonly consentGiven: boolean };

export function App({ platform, services, consentGiven }: AppProps) {
  const [consent, setConsent] = useState(consentGiven);
  const { session } = services;
  useEffect(() => {
    // Before the agreements are accepted, no id is created and nothing about a person or device is sent.
    if (consent) void session.start();
  }, [consent, session]);
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
