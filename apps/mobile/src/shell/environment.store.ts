import { create } from 'zustand';
import type { Api } from '../platform/api/index.ts';
import type { PreferencesPort } from '../platform/index.ts';

type Environment = 'production' | 'test';

const isEnvironment = (value: unknown): value is Environment => value === 'production' || value === 'test';

/** The environment of the app. A native build has it built in; a page has that of the service that serves it. */
export const useEnvironmentStore = create<{ readonly environment: Environment }>(() => ({
  environment: 'production',
}));

type EnvironmentDeps = {
  readonly api: Pick<Api, 'call'>;
  readonly preferences: Pick<PreferencesPort, 'get' | 'set'>;
  /** The environment that a native build has built in. */
  readonly builtIn?: string | undefined;
};

/** Applies the built-in environment, otherwise the last answer of the service, for starts without a network. */
export async function restoreEnvironment({
  preferences,
  builtIn = import.meta.env.VITE_ENVIRONMENT,
}: Omit<EnvironmentDeps, 'api'>): Promise<void> {
  const environment = builtIn ?? (await preferences.get('environment'));
  if (isEnvironment(environment)) useEnvironmentStore.setState({ environment });
}

/**
 * Fetches the environment from the service. The page's own files cannot carry it: the service worker starts the app
 * from its cache, which outlives a change of the setting. The call names neither a person nor a device.
 */
export async function fetchEnvironment({
  api,
  preferences,
  builtIn = import.meta.env.VITE_ENVIRONMENT,
}: EnvironmentDeps): Promise<void> {
  if (builtIn !== undefined) return;
  try {
    const { environment } = await api.call('GET /api/v1/environment', { token: null });
    if (!isEnvironment(environment)) return;
    useEnvironmentStore.setState({ environment });
    await preferences.set('environment', environment);
  } catch {
    // The last answer stays: a page title is no reason to report a failure.
  }
}
