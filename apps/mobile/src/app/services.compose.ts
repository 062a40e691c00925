import { loadTexts, useLanguageStore } from '../i18n/index.ts';
import { type Api, createApi } from '../platform/api/index.ts';
import { type AppLock, createAppLock } from '../platform/app-lock/app-lock.compose.ts';
import type { Platform } from '../platform/index.ts';
import { createSession, type SessionActions } from '../platform/session/index.ts';
import { paths } from '../shell/navigation/paths.rules.ts';
import { preloadScreen } from './lazy-screen.util.ts';
import { signedInScreens } from './screens.compose.ts';

export type Services = { readonly api: Api; readonly session: SessionActions; readonly lock: AppLock };

type ServiceDeps = {
  readonly platform: Platform;
  /** Announces the signed-in account to other tabs of the browser; null after a sign-out. */
  readonly announce: (accountId: string | null) => void;
  /** Called at a start with a valid token, before the service is asked. */
  readonly onReturning?: () => void;
  readonly fetch?: typeof fetch;
};

/** Creates the API client and the session; each needs the other. */
export function createServices({
  platform,
  announce,
  onReturning,
  fetch: fetchImpl = fetch,
}: ServiceDeps): Services {
  let skew = 0;
  const api: Api = createApi({
    host: import.meta.env.VITE_API_HOST ?? window.location.origin,
    token: () => session.token(),
    fetch: fetchImpl,
    isOnline: () => platform.network.isOnline(),
    language: () => useLanguageStore.getState().language,
    onFailure: (error, token) => void session.onFailure(error, token),
    onServerTime: (time) => {
      skew = time - platform.clock.now();
      void platform.clock.observe(time);
    },
  });
  const lock = createAppLock(platform);
  const endPushes = async () => {
    const { endPush } = await import('../platform/push/registration.usecases.ts');
    await endPush({ api, platform });
  };
  const session: SessionActions = createSession({
    api,
    platform: { ...platform, secrets: lock.secrets },
    serverNow: () => platform.clock.now() + skew,
    wipe: async (accountId, isStillRequested) => {
      const { wipeAccount } = await import('../platform/documents/wipe.usecases.ts');
      await wipeAccount(platform, accountId, isStillRequested);
    },
    announce,
    onReturning: () => {
      preloadSignedIn(platform);
      onReturning?.();
    },
    onSignOut: async () => {
      await lock.releaseLock().catch(() => undefined);
      await endPushes();
    },
    onLeaveFailedStart: endPushes,
  });
  return { api, session, lock };
}

/**
 * Loads the code of a returning user's first screen while the session request is still pending, and opens the database if the screen
 * lists what the database contains.
 */
function preloadSignedIn(platform: Platform): void {
  const { pathname } = window.location;
  const screen = signedInScreens[pathname] ?? signedInScreens[paths.sessionlist];
  const parts = [
    import('./signed-in.component.tsx'),
    loadTexts(),
    ...(screen ? [preloadScreen(screen)] : []),
    ...(pathname === paths.document ? [openDatabase(platform)] : []),
  ];
  // A failed load is repeated by the component that needs it, which then shows the failure.
  void Promise.allSettled<unknown>(parts);
}

async function openDatabase(platform: Platform): Promise<void> {
  const { localDatabase } = await import('../platform/database/local-database.compose.ts');
  await localDatabase(platform);
}
