import { type ReactNode, Suspense, useLayoutEffect, useMemo, ViewTransition } from 'react';
import { type Pane, PaneContext, useIsTriple, useIsWide } from '../shell/navigation/pane.hook.ts';
import {
  isReturnedTo,
  listEntryOf,
  listLocation,
  recordLocation,
  usePaneLists,
} from '../shell/navigation/pane-history.store.ts';
import { detailNavigator, listNavigator } from '../shell/navigation/pane-navigators.util.ts';
import { isFlowAddress, type PanePlace, panePlaceOf, previewIn } from '../shell/navigation/panes.rules.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { openSessionTransition } from '../shell/navigation/view-transition.util.ts';
import { type Location, type Navigator, Router, useLocation, useNavigator } from '../shell/router/index.ts';
import { lazyBackgroundPart } from './lazy-screen.util.ts';
import styles from './panes.module.css';
import { useRowFocus } from './row-focus.hook.ts';
import { signedInScreens } from './screens.compose.ts';
import { SilentErrorBoundary } from './silent-error-boundary.component.tsx';
import { ViewSwitch } from './view-switch.component.tsx';

const PaneSeparator = lazyBackgroundPart(() => import('./wide/pane-separator.component.tsx'));
const EmptyDetail = lazyBackgroundPart(() => import('./wide/empty-detail.component.tsx'));

const listPaneId = 'list-pane';

/**
 * The screen of the address; on a wide screen its list and its detail side by side. A pane keeps its key at every width,
 * so that turning or resizing unmounts neither the screen of the address nor what was typed in it.
 */
export function Panes() {
  const location = useLocation();
  const place = panePlaceOf(location);
  useLayoutEffect(() => recordLocation(location), [location]);
  if (place === null) return <PaneScreen location={location} />;
  return <AreaPanes location={location} place={place} />;
}

/** A layer of screens at an address of its own, which may differ from the address of the page. */
function PaneScreen({ location }: { readonly location: Location }) {
  const Screen = signedInScreens[location.pathname];
  return Screen && <ViewSwitch path={location.pathname} screen={Screen} />;
}

function AreaPanes({ location, place }: { readonly location: Location; readonly place: PanePlace }) {
  const isWide = useIsWide();
  const isTriple = useIsTriple();
  const { area, role } = place;
  const navigator = useNavigator();
  // Null for a list at the address of the page. The record of that address then renders nothing again.
  const entry = usePaneLists((lists) => {
    const last = listEntryOf(area, lists);
    return role === 'list' && !isReturnedTo(last, location) ? null : last;
  });
  const ofList = entry === null ? location : listLocation(entry.location);
  useLayoutEffect(() => {
    if (role === 'list' && entry !== null) navigator.replace(entry.location, location.state);
  }, [role, navigator, entry, location.state]);

  const isDetailOpen = role === 'detail' || previewIn(location.search) !== null;
  const isBehind = isWide && isDetailOpen;
  const listPane = useMemo<Pane>(
    () => ({ role: 'list', isBehind, detail: isBehind ? location : null }),
    [isBehind, location],
  );
  const listPaneNavigator = useMemo(
    () => (isBehind ? listNavigator(navigator, area) : navigator),
    [navigator, area, isBehind],
  );
  const detailPaneNavigator = useMemo(
    () => (isTriple ? detailNavigator(navigator) : navigator),
    [navigator, isTriple],
  );
  const list = useRowFocus(isWide, isDetailOpen);
  return (
    <div
      className={styles.panes}
      data-beside={(isFlowAddress(location) && previewIn(location.search) !== null) || undefined}
    >
      {role === 'list' || isWide ? (
        <PaneFrame key={`list-${area}`} pane={listPane} location={ofList} navigator={listPaneNavigator}>
          <div ref={list} id={listPaneId} className={styles.list}>
            <PaneScreen location={ofList} />
          </div>
        </PaneFrame>
      ) : null}
      {isWide ? (
        <SilentErrorBoundary key="separator">
          <Suspense fallback={null}>
            <PaneSeparator paneId={listPaneId} />
          </Suspense>
        </SilentErrorBoundary>
      ) : null}
      {role === 'detail' ? (
        <OpenedSession key="detail" isOpened={location.pathname === paths.messagelist}>
          <PaneFrame pane={detailPane} location={location} navigator={detailPaneNavigator}>
            <div className={styles.detail} data-pane="detail">
              <PaneScreen location={location} />
            </div>
          </PaneFrame>
        </OpenedSession>
      ) : null}
      {role === 'list' && isWide ? (
        <section key="empty" className={`${styles.detail} ${styles.empty}`}>
          <SilentErrorBoundary>
            <Suspense fallback={null}>
              <EmptyDetail area={area} />
            </Suspense>
          </SilentErrorBoundary>
        </section>
      ) : null}
    </div>
  );
}

const detailPane: Pane = { role: 'detail', isBehind: false, detail: null };

type PaneFrameProps = {
  readonly pane: Pane;
  readonly location: Location;
  readonly navigator: Navigator;
  readonly children: ReactNode;
};

/** Gives a pane an address of its own: its screens read it and navigate from it as on a phone. */
function PaneFrame({ pane, location, navigator, children }: PaneFrameProps) {
  return (
    <PaneContext value={pane}>
      <Router location={location} navigator={navigator}>
        {children}
      </Router>
    </PaneContext>
  );
}

/** The transition from the session list to a message list (section 2). */
function OpenedSession({ isOpened, children }: { readonly isOpened: boolean; readonly children: ReactNode }) {
  if (!isOpened) return children;
  return (
    <ViewTransition default="none" enter={openSessionTransition}>
      {children}
    </ViewTransition>
  );
}
