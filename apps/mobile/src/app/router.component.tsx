import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ConsentGate } from '../features/auth/agreements/consent-gate.component.tsx';
import { useFirstTexts } from '../i18n/index.ts';
import { usePlatform } from '../platform/index.ts';
import { type Session, useSessionStore } from '../platform/session/index.ts';
import { ConfirmHost } from '../shell/dialogs/confirm-host.component.tsx';
import { useHardwareBack } from '../shell/navigation/back.hook.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { useShowTip } from '../shell/notices/failure.hook.ts';
import { SnackbarHost } from '../shell/notices/snackbar-host.component.tsx';
import { Navigate, useLocation } from '../shell/router/index.ts';
import { usePageTitle } from '../shell/title.hook.ts';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { FirstPaint } from './first-paint.component.tsx';
import { HistoryRouter } from './history-router.component.tsx';
import { lazyScreen, loadWithRetry, preloadScreen } from './lazy-screen.util.ts';
import { NetworkErrorScreen } from './network-error.screen.tsx';
import { isOwnLocation, locationToSave, savedLocation } from './return-location.rules.ts';
import styles from './router.module.css';
import { guestScreens, openScreens, type Screens, signedInScreens } from './screens.compose.ts';
import skipStyles from './skip-link.module.css';
import { ViewSwitch } from './view-switch.component.tsx';

// It shows no text, so the texts of the later screens do not load with the first one.
const AfterStart = lazy(() => loadWithRetry(() => import('./after-start.component.tsx')));
const SignedInPart = lazyScreen(() => import('./signed-in.component.tsx'));

const guestPhases = ['signedOut', 'choosing'] as const;
const signedIn = ['signedIn'] as const;

const screenOf: Screens = { ...openScreens, ...guestScreens, ...signedInScreens };

/** The first path for the session's phase; paths without a screen redirect there too. */
function homePathOf(session: Session): string {
  if (session.phase === 'signedIn') return session.tabs[0]?.path ?? paths.myinfo;
  if (session.phase === 'failed')
    return `${paths.networkerror}?err=${encodeURIComponent(session.error.code)}`;
  return paths.pwdlogin;
}

/** Shown while the session starts and the service has not answered; nothing if it answers at once. */
function Splash() {
  const { common } = useFirstTexts();
  if (!useLongWait(true)) return null;
  return (
    <main className={styles.starting}>
      <img src="/icon.svg" alt="" width={64} height={64} />
      <output className={styles.wait}>
        <Spinner />
        {common.loading}
      </output>
    </main>
  );
}

/** Renders its children in the given phases of the session; redirects to the phase's own path in any other. */
function PhaseGuard({
  phases,
  children,
}: {
  readonly phases: readonly Session['phase'][];
  readonly children: ReactNode;
}) {
  const session = useSessionStore((state) => state.session);
  const { pathname, search, state } = useLocation();
  if (session.phase === 'starting') return <Splash />;
  if (phases.includes(session.phase)) return children;
  const saved = savedLocation(state);
  if (saved !== null && isOwnLocation(saved, session))
    return <Navigate to={saved.to} replace state={saved.state} />;
  const locationState = locationToSave(session, { to: `${pathname}${search}`, state });
  return <Navigate to={homePathOf(session)} replace state={locationState && { from: locationState }} />;
}

/** A user who was redirected here leaves when the service answers again; one who opened the address may read it. */
function NetworkError() {
  const { state } = useLocation();
  const wasRedirected = savedLocation(state) !== null;
  const phases = wasRedirected
    ? (['failed'] as const)
    : (['failed', 'signedIn', 'signedOut', 'choosing'] as const);
  return (
    <PhaseGuard phases={phases}>
      <NetworkErrorScreen />
    </PhaseGuard>
  );
}

/** A path without a screen: redirects to the first path, and notifies a signed-in user (section 8). */
function UnknownPath() {
  const { pathname } = useLocation();
  const signedIn = useSessionStore(({ session }) => session.phase === 'signedIn');
  const showTip = useShowTip();
  useEffect(() => {
    if (!signedIn || pathname === paths.root) return;
    showTip('router.change_page_abnormally');
  }, [signedIn, pathname, showTip]);
  return <PhaseGuard phases={[]}>{null}</PhaseGuard>;
}

/** Normalises a typed address: capitals, or a trailing slash. */
const toCanonicalPath = (pathname: string) => pathname.toLowerCase().replace(/\/$/, '');

/** Renders the screen of an address if the session allows it. Paths have no parameters, so no pattern is matched. */
function RoutedScreen({ consent, onConsent }: RouterProps) {
  const { pathname, search, state } = useLocation();
  const screen = screenOf[pathname];
  const content = screen && <ViewSwitch path={pathname} screen={screen} />;
  if (pathname in openScreens) return content;
  if (!consent) return <ConsentGate onAccepted={onConsent} />;
  if (pathname in guestScreens) return <PhaseGuard phases={guestPhases}>{content}</PhaseGuard>;
  if (pathname === paths.networkerror) return <NetworkError />;
  if (pathname in signedInScreens)
    return (
      <PhaseGuard phases={signedIn}>
        <SignedInPart />
      </PhaseGuard>
    );
  const canonicalPath = toCanonicalPath(pathname);
  if (canonicalPath !== pathname && (canonicalPath in screenOf || canonicalPath === paths.networkerror))
    return <Navigate to={`${canonicalPath}${search}`} replace state={state} />;
  return <UnknownPath />;
}

type RouterProps = {
  /** Whether the agreements are accepted; until then only they are shown. */
  readonly consent: boolean;
  readonly onConsent: () => void;
};

/**
 * Mounts `FirstPaint` once any screen renders, also the screen for an unreachable service. While the service has not
 * answered, the loaded code of the next screen counts: a slow network is not a defect of the code.
 */
function FirstPaintGate({ consent }: RouterProps) {
  const { pathname } = useLocation();
  const { kind } = usePlatform();
  const isStarting = useSessionStore(({ session }) => session.phase === 'starting');
  const isSplashShown = isStarting && consent && !(pathname in openScreens);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    // A web page is never rolled back, and its network is busy with the first screen.
    if (!isSplashShown || kind === 'web') return;
    preloadScreen(SignedInPart).then(
      () => setLoaded(true),
      () => undefined,
    );
  }, [isSplashShown, kind]);
  return isSplashShown && !isLoaded ? null : <FirstPaint />;
}

/** The first tab stop: skips the top bar and focuses the content. */
function SkipLink() {
  const { shell } = useFirstTexts();
  return (
    <button
      type="button"
      className={skipStyles.skip}
      onClick={() => {
        // On a wide screen a list beside the screen of the address is no main content.
        const main = document.querySelector<HTMLElement>('main:not([role])');
        // Content that does not scroll is not focusable by default.
        if (main !== null && !main.hasAttribute('tabindex')) main.tabIndex = -1;
        main?.focus();
      }}
    >
      {shell.skipToContent}
    </button>
  );
}

function Shell(props: RouterProps) {
  usePageTitle();
  useHardwareBack();
  return (
    <div className={styles.shell}>
      <SkipLink />
      <ErrorBoundary>
        <Suspense fallback={<Splash />}>
          <RoutedScreen {...props} />
          <FirstPaintGate {...props} />
        </Suspense>
      </ErrorBoundary>
      <Suspense fallback={null}>
        <AfterStart consent={props.consent} />
      </Suspense>
      <ConfirmHost />
      <SnackbarHost />
    </div>
  );
}

export const Router = (props: RouterProps) => (
  <HistoryRouter>
    <Shell {...props} />
  </HistoryRouter>
);
