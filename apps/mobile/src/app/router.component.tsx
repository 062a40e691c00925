import { errorText } from '@sealflow/domain/errors';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { ConsentGate } from '../features/auth/consent-gate.component.tsx';
import { useLanguage } from '../i18n/index.ts';
import { type Session, useSessionStore } from '../platform/session/index.ts';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { HistoryRouter } from './history-router.component.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { NetworkErrorScreen } from './network-error.screen.tsx';
import { heldPlace, isOwnPlace, placeToHold } from './return-place.rules.ts';
import styles from './router.module.css';
import { eitherScreens, guestScreens, openScreens, signedInScreens } from './screens.ts';
import { useHardwareBack } from './shell/back.hook.ts';
import { ConfirmHost } from './shell/confirm-host.component.tsx';
import { paths } from './shell/paths.ts';
import { SkipLink } from './shell/skip-link.component.tsx';
import { showSnackbar } from './shell/snackbar.store.ts';
import { SnackbarHost } from './shell/snackbar-host.component.tsx';
import { usePageTitle } from './shell/title.hook.ts';
import { Starting } from './starting.component.tsx';
import { ViewedScreen } from './viewed-screen.component.tsx';

const SignedInPart = lazyScreen(() => import('./signed-in.component.tsx'));

const guests = ['signedOut', 'choosing'] as const;

/** The first place of whoever is there; also where paths that lead nowhere go. */
function homeOf(session: Session): string {
  if (session.phase === 'signedIn') return session.tabs[0]?.path ?? paths.myinfo;
  if (session.phase === 'failed')
    return `${paths.networkerror}?err=${encodeURIComponent(session.error.code)}`;
  return paths.pwdlogin;
}

/** Lets through in one phase of the session; in any other it leads to where that phase belongs. */
function Only({
  phases,
  children,
}: {
  readonly phases: readonly Session['phase'][];
  readonly children: ReactNode;
}) {
  const session = useSessionStore((state) => state.session);
  const { pathname, search, state } = useLocation();
  if (session.phase === 'starting') return <Starting />;
  if (phases.includes(session.phase)) return children;
  const held = heldPlace(state);
  if (held !== null && isOwnPlace(held, session)) return <Navigate to={held.to} replace state={held.state} />;
  const place = placeToHold(session, { to: `${pathname}${search}`, state });
  return <Navigate to={homeOf(session)} replace state={place && { from: place }} />;
}

/** Whoever was led here leaves again once the service answers; whoever asked for the address by itself may read it. */
function NetworkError() {
  const { state } = useLocation();
  const wasLed = heldPlace(state) !== null;
  const phases = wasLed ? (['failed'] as const) : (['failed', 'signedIn', 'signedOut', 'choosing'] as const);
  return (
    <Only phases={phases}>
      <NetworkErrorScreen />
    </Only>
  );
}

/** A path that leads nowhere: to the first place, and whoever is signed in is told that it was not there (section 8). */
function Nowhere() {
  const { pathname } = useLocation();
  const signedIn = useSessionStore(({ session }) => session.phase === 'signedIn');
  const language = useLanguage();
  useEffect(() => {
    if (!signedIn || pathname === paths.root) return;
    const text = errorText('router.change_page_abnormally', language === 'zh' ? 'cn' : 'en');
    showSnackbar({ color: 'error', text });
  }, [signedIn, pathname, language]);
  return <Only phases={[]}>{null}</Only>;
}

const routes = (screens: Readonly<Record<string, ComponentType>>) =>
  Object.entries(screens).map(([path, Element]) => (
    <Route key={path} path={path} element={<ViewedScreen path={path} screen={Element} />} />
  ));

function Shell() {
  usePageTitle();
  useHardwareBack();
  return (
    <div className={styles.shell}>
      <SkipLink />
      <ErrorBoundary>
        <Suspense fallback={<Starting />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <ConfirmHost />
      <SnackbarHost />
    </div>
  );
}

type RouterProps = {
  /** Whether the agreements are accepted; until then they are all there is to see. */
  readonly consent: boolean;
  readonly onConsent: () => void;
};

export function Router({ consent, onConsent }: RouterProps) {
  if (!consent) {
    return (
      <HistoryRouter>
        <Routes>
          <Route element={<Shell />}>
            {routes(openScreens)}
            <Route path="*" element={<ConsentGate onAccepted={onConsent} />} />
          </Route>
        </Routes>
      </HistoryRouter>
    );
  }
  return (
    <HistoryRouter>
      <Routes>
        <Route element={<Shell />}>
          {routes(openScreens)}
          <Route
            element={
              <Only phases={guests}>
                <Outlet />
              </Only>
            }
          >
            {routes(guestScreens)}
          </Route>
          <Route
            element={
              <Only phases={[...guests, 'signedIn']}>
                <Outlet />
              </Only>
            }
          >
            {routes(eitherScreens)}
          </Route>
          <Route path={paths.networkerror} element={<NetworkError />} />
          <Route
            element={
              <Only phases={['signedIn']}>
                <SignedInPart />
              </Only>
            }
          >
            {routes(signedInScreens)}
          </Route>
          <Route path="*" element={<Nowhere />} />
        </Route>
      </Routes>
    </HistoryRouter>
  );
}
