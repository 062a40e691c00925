import { useLanguageStore } from '../i18n/index.ts';
import { type Api, createApi } from '../platform/api/index.ts';
import { type AppLock, createAppLock } from '../platform/app-lock/app-lock.compose.ts';
import type { Platform } from '../platform/index.ts';
import { createSession, type SessionActions } from '../platform/session/index.ts';
import { preloadSignedIn } from './preload-signed-in.util.ts';

export type Services = { readonly api: Api; readonly session: SessionActions; readonly lock: AppLock };

type ServiceDeps = {
  readonly platform: Platform;
  /** Announces the signed-in account to other tabs of the browser; null after a sign-out. */
  readonly announce: (accountId: string | null) => void;
  readonly fetch?: typeof fetch;
};

/** Creates the API client and the session; each needs the other. */
export function createServices({ platform, announce, fetch: fetchImpl = fetch }: ServiceDeps): Services {
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
    onReturning: preloadSignedIn,
    onSignOut: async () => {
      await lock.releaseLock().catch(() => undefined);
      await endPushes();
    },
    onLeaveFailedStart: endPushes,
  });
  return { api, session, lock };
}
