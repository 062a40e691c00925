import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ConsentGate } from '../features/auth/consent-gate.component.tsx';
import { usePlatform } from '../platform/index.ts';
import { type Session, useSessionStore } from '../platform/session/index.ts';
import { Drawn } from './drawn.component.tsx';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { HistoryRouter } from './history-router.component.tsx';
import { fetchScreen, lazyScreen } from './lazy-screen.ts';
import { NetworkErrorScreen } from './network-error.screen.tsx';
import { heldPlace, isOwnPlace, placeToHold } from './return-place.rules.ts';
import styles from './router.module.css';
import { guestScreens, openScreens, type Screens, signedInScreens } from './screens.ts';
import { useHardwareBack } from './shell/back.hook.ts';
import { ConfirmHost } from './shell/confirm-host.component.tsx';
import { useShowTip } from './shell/failure.hook.ts';
import { paths } from './shell/paths.ts';
import { SkipLink } from './shell/skip-link.component.tsx';
import { SnackbarHost } from './shell/snackbar-host.component.tsx';
import { usePageTitle } from './shell/title.hook.ts';
import { Starting } from './starting.component.tsx';
import { ViewedScreen } from './viewed-screen.component.tsx';

const SignedInPart = lazyScreen(() => import('./signed-in.component.tsx'));

const guests = ['signedOut', 'choosing'] as const;
const signedIn = ['signedIn'] as const;

const screenOf: Screens = { ...openScreens, ...guestScreens, ...signedInScreens };

/** The first path for the session's phase; paths without a screen redirect there too. */
function homeOf(session: Session): string {
  if (session.phase === 'signedIn') return session.tabs[0]?.path ?? paths.myinfo;
  if (session.phase === 'failed')
    return `${paths.networkerror}?err=${encodeURIComponent(session.error.code)}`;
  return paths.pwdlogin;
}

/** Renders its children in the given phases of the session; redirects to the phase's own path in any other. */
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

/** A user who was redirected here leaves when the service answers again; one who opened the address may read it. */
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

/** A path without a screen: redirects to the first path, and notifies a signed-in user (section 8). */
function Nowhere() {
  const { pathname } = useLocation();
  const signedIn = useSessionStore(({ session }) => session.phase === 'signedIn');
  const showTip = useShowTip();
  useEffect(() => {
    if (!signedIn || pathname === paths.root) return;
    showTip('router.change_page_abnormally');
  }, [signedIn, pathname, showTip]);
  return <Only phases={[]}>{null}</Only>;
}

/** Normalises a typed address: capitals, or a trailing slash. */
const canonical = (pathname: string) => pathname.toLowerCase().replace(/\/$/, '');

/** Renders the screen of an address if the session allows it. Paths have no parameters, so no pattern is matched. */
function Place({ consent, onConsent }: RouterProps) {
  const { pathname, search, state } = useLocation();
  const screen = screenOf[pathname];
  const viewed = screen && <ViewedScreen path={pathname} screen={screen} />;
  if (pathname in openScreens) return viewed;
  if (!consent) return <ConsentGate onAccepted={onConsent} />;
  if (pathname in guestScreens) return <Only phases={guests}>{viewed}</Only>;
  if (pathname === paths.networkerror) return <NetworkError />;
  if (pathname in signedInScreens)
    return (
      <Only phases={signedIn}>
        <SignedInPart>{viewed}</SignedInPart>
      </Only>
    );
  const known = canonical(pathname);
  if (known !== pathname && (known in screenOf || known === paths.networkerror))
    return <Navigate to={`${known}${search}`} replace state={state} />;
  return <Nowhere />;
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
function DrawnScreen({ consent }: RouterProps) {
  const { pathname } = useLocation();
  const { kind } = usePlatform();
  const isStarting = useSessionStore(({ session }) => session.phase === 'starting');
  const isPicture = isStarting && consent && !(pathname in openScreens);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // A web page is never rolled back, and its network is busy with the first screen.
    if (!isPicture || kind === 'web') return;
    fetchScreen(SignedInPart).then(
      () => setThere(true),
      () => undefined,
    );
  }, [isPicture, kind]);
  return isPicture && !isThere ? null : <Drawn />;
}

function Shell(props: RouterProps) {
  usePageTitle();
  useHardwareBack();
  return (
    <div className={styles.shell}>
      <SkipLink />
      <ErrorBoundary>
        <Suspense fallback={<Starting />}>
          <Place {...props} />
          <DrawnScreen {...props} />
        </Suspense>
      </ErrorBoundary>
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
