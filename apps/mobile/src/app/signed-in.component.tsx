// Registers the errors that only signed-in screens meet.
import '@sealflow/domain/errors';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useLanguageStore } from '../i18n/index.ts';
import { ApiError } from '../platform/api/index.ts';
import { usePlatform } from '../platform/index.ts';
import { useSessionStore, useSignedIn, useTokenRefresh } from '../platform/session/index.ts';
import { followFullScreen } from '../shell/navigation/full-screen.store.ts';
import { useIsWide } from '../shell/navigation/pane.hook.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../shell/navigation/preview-layer.hook.ts';
import { keepTabsOf } from '../shell/navigation/preview-tabs.store.ts';
import {
  clearScrollPositions,
  resetScrollPositionsFor,
} from '../shell/navigation/scroll-restoration.hook.ts';
import { TabBar } from '../shell/navigation/tab-bar.component.tsx';
import { clearSnackbar } from '../shell/notices/snackbar.store.ts';
import { Navigate, useLocation } from '../shell/router/index.ts';
import { ErrorBoundary } from './error-boundary.component.tsx';
import { PaletteButton } from './keys/palette-button.component.tsx';
import { lazyBackgroundPart, lazyScreen, preloadScreens } from './lazy-screen.util.ts';
import { parseNoticeAddress } from './notice-address.rules.ts';
import { NoticeArrival } from './notice-arrival.component.tsx';
import { Panes } from './panes.component.tsx';
import styles from './router.module.css';
import { tenantPaths } from './screens.compose.ts';
import { SilentErrorBoundary } from './silent-error-boundary.component.tsx';
import './transition.css';

const PreviewLayer = lazyScreen(() => import('../features/preview/layer/preview-layer.component.tsx'));
const CompareLayer = lazyScreen(() => import('../features/preview/compare/compare-layer.component.tsx'));
const AfterLogin = lazyBackgroundPart(() => import('./after-login.component.tsx'));
const SpokenArrivals = lazyBackgroundPart(() => import('../features/messages/message-reader.component.tsx'));

/** The first screen's requests have the network to themselves. */
const preloadDelayMs = 2_000;

/** Retries a failed connection once; an HTTP error would repeat, and offline no retry can succeed. */
const retry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && error.kind !== 'http' && error.code !== 'app.offline';

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Offline a query fails at once with an error instead of pausing silently.
      queries: { networkMode: 'always', staleTime: 10_000, retry },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/**
 * The signed-in part. Keys of queries begin with `account` or with `tenant` and the tenant's id; data of a tenant is
 * dropped when another one is chosen, and all data when the account signs out.
 */
export default function SignedInPart() {
  const { account, tabs, tenant } = useSignedIn();
  const { accounts } = usePlatform();
  const [client] = useState(createQueryClient);
  const { pathname, search } = useLocation();
  const { target, compared } = usePreviewLayer();
  const isWide = useIsWide();
  // The tab bar is drawn first. The screen then renders in slices, and its effects have a task of their own: with those of this
  // component they blocked a phone for 100 ms. The parts in the background wait for it, because their transitions would delay it.
  const isScreenShown = useDeferredValue(true, false);
  useTokenRefresh();
  resetScrollPositionsFor(`${account.aid} ${tenant?.tid ?? ''}`);
  useEffect(() => accounts.acquire(account.aid), [accounts, account.aid]);
  useEffect(
    () => () => {
      const { session } = useSessionStore.getState();
      // A user whose session expired returns to the same positions; a sign-out clears them.
      const canResume = session.phase === 'signedOut' && session.expired !== null;
      if (!canResume) clearScrollPositions();
      clearSnackbar();
    },
    [],
  );
  useEffect(() => {
    const end = new AbortController();
    const timer = setTimeout(() => void preloadScreens(end.signal), preloadDelayMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, []);
  // The service answers in the language of the request.
  useEffect(
    () =>
      useLanguageStore.subscribe((now, before) => {
        if (now.language !== before.language) void client.invalidateQueries();
      }),
    [client],
  );
  const tid = tenant?.tid;
  // Full screen outlives a change of the document, and ends with the last one.
  const hasDocument = target !== null;
  useEffect(() => (hasDocument ? followFullScreen() : undefined), [hasDocument]);
  const tabsOwner = `${account.aid} ${tid ?? ''}`;
  useEffect(() => keepTabsOf(tabsOwner), [tabsOwner]);
  useEffect(() => {
    client.removeQueries({ queryKey: ['tenant'], predicate: ({ queryKey }) => queryKey[1] !== tid });
  }, [client, tid]);

  const arrival = parseNoticeAddress({ pathname, search });
  const first = tabs[0]?.path ?? paths.myinfo;
  if (pathname === paths.work && !tabs.some(({ path }) => path === paths.work))
    return <Navigate to={first} replace />;
  if (arrival === null && tenant === null && tenantPaths.has(pathname))
    return <Navigate to={first} replace />;
  const screen = arrival === null ? <Panes /> : <NoticeArrival key={search} target={arrival} />;
  return (
    <QueryClientProvider client={client}>
      {isWide ? <TabBar end={<PaletteButton />} /> : null}
      {isScreenShown ? (
        <>
          {screen}
          <SilentErrorBoundary>
            <Suspense fallback={null}>
              <AfterLogin client={client} />
            </Suspense>
          </SilentErrorBoundary>
        </>
      ) : null}
      {isWide ? null : <TabBar />}
      {isScreenShown ? (
        <SilentErrorBoundary>
          <Suspense fallback={null}>
            <SpokenArrivals />
          </Suspense>
        </SilentErrorBoundary>
      ) : null}
      {target === null ? null : (
        <div className={styles.over}>
          <ErrorBoundary key={`${target.fileID} ${compared?.fileID ?? ''}`}>
            <Suspense fallback={null}>{compared === null ? <PreviewLayer /> : <CompareLayer />}</Suspense>
          </ErrorBoundary>
        </div>
      )}
    </QueryClientProvider>
  );
}
