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
  const showTip = useShowTip();
  useEffect(() => {
    if (!signedIn || pathname === paths.root) return;
    showTip('router.change_page_abnormally');
  }, [signedIn, pathname, showTip]);
  return <Only phases={[]}>{null}</Only>;
}

/** An address as somebody typed it: in capitals, or with a slash behind. */
const canonical = (pathname: string) => pathname.toLowerCase().replace(/\/$/, '');

/** What stands at an address, and who may see it. Paths have no parameters, so that nothing has to be matched. */
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
  /** Whether the agreements are accepted; until then they are all there is to see. */
  readonly consent: boolean;
  readonly onConsent: () => void;
};

/**
 * Which screen it is does not matter, also the one that says that the service does not answer. While it is waited for, the code
 * of what comes next speaks for all of it: a slow line is not the code's fault.
 */
function DrawnScreen({ consent }: RouterProps) {
  const { pathname } = useLocation();
  const { kind } = usePlatform();
  const isStarting = useSessionStore(({ session }) => session.phase === 'starting');
  const isPicture = isStarting && consent && !(pathname in openScreens);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // A page has nothing that takes it back, and a line that has better things to carry.
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
