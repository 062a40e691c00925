import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { ConsentGate } from '../features/auth/consent-gate.component.tsx';
import { useFirstTexts } from '../i18n/index.ts';
import { type Session, useSessionStore } from '../platform/session/index.ts';
import { HistoryRouter } from './history-router.component.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { NetworkErrorScreen } from './network-error.screen.tsx';
import { heldPlace, isOwnPlace, placeToHold } from './return-place.rules.ts';
import styles from './router.module.css';
import { eitherScreens, guestScreens, openScreens, signedInScreens } from './screens.ts';
import { useHardwareBack } from './shell/back.hook.ts';
import { ConfirmHost } from './shell/confirm-host.component.tsx';
import { paths, screenAt } from './shell/paths.ts';
import { SnackbarHost } from './shell/snackbar-host.component.tsx';
import { viewIn } from './shell/view.hook.ts';
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

function useTitles(): void {
  const { pathname, search } = useLocation();
  const { shell, common } = useFirstTexts();
  const view = viewIn(search);
  useEffect(() => {
    const screen = screenAt(pathname);
    const own = screen === null || screen === 'root' ? null : shell.titles[screen];
    const name = (shell.views as Readonly<Record<string, string>>)[view ?? ''] ?? own;
    const app =
      import.meta.env.VITE_ENVIRONMENT === 'test'
        ? `${common.appName}（${common.testEnvironment}）`
        : common.appName;
    document.title = name === null ? app : `${name} - ${app}`;
  }, [pathname, view, shell, common]);
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

const routes = (screens: Readonly<Record<string, ComponentType>>) =>
  Object.entries(screens).map(([path, Element]) => (
    <Route key={path} path={path} element={<ViewedScreen path={path} screen={Element} />} />
  ));

function Shell() {
  useTitles();
  useHardwareBack();
  return (
    <div className={styles.shell}>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
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
          <Route path="*" element={<Only phases={[]}>{null}</Only>} />
        </Route>
      </Routes>
    </HistoryRouter>
  );
}
