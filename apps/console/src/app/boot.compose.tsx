import { type Api, createApi } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { applyTheme } from '@sealflow/ui/styles/theme.util.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { applyLanguage, storedLanguage, useLanguageStore } from '../i18n/index.ts';
import { ServicesContext } from '../platform/api.hook.ts';
import { storedTheme } from '../platform/preferences.util.ts';
import { useSessionStore } from '../platform/session/session.store.ts';
import { createSession } from '../platform/session/session.usecases.ts';
import { requestStepUp } from '../platform/step-up/step-up.store.ts';
import { isStepUpRequired, withStepUp } from '../platform/step-up/step-up.usecases.ts';
import { Console } from './console.component.tsx';

const refreshIntervalMs = 3_600_000;

/** Constructs the parts of the console and draws it. */
export async function boot(root: HTMLElement): Promise<void> {
  applyTheme(storedTheme());
  await applyLanguage(storedLanguage());
  let clockOffsetMs = 0;
  const session = createSession({
    api: () => plainApi,
    serverNow: () => Date.now() + clockOffsetMs,
    deviceName: () => useLanguageStore.getState().texts?.common.appName ?? '',
  });
  const plainApi: Api = createApi({
    host: location.origin,
    token: async () => {
      const { state } = useSessionStore.getState();
      return state.phase === 'signedIn' ? state.session.token : null;
    },
    isOnline: () => navigator.onLine,
    language: () => useLanguageStore.getState().language,
    onFailure: (error) => session.onFailure(error),
    onServerTime: (time) => {
      clockOffsetMs = time - Date.now();
    },
    fetch: (...request) => fetch(...request),
  });
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.kind !== 'http'),
      },
    },
  });
  const api = withStepUp(plainApi, async (request) => {
    const isDone = await requestStepUp(request);
    // What was refused while the dialog was cancelled is read again.
    if (isDone)
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => isStepUpRequired(state.error),
      });
    return isDone;
  });
  // The next account must not see what the last one loaded.
  useSessionStore.subscribe(({ state }, before) => {
    if (state.phase === 'signedOut' && before.state.phase === 'signedIn') queries.clear();
  });
  await session.start();
  setInterval(() => void session.refresh(), refreshIntervalMs);
  createRoot(root).render(
    <ServicesContext value={{ api, session }}>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </ServicesContext>,
  );
}
