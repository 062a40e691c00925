import type { Answer } from '@sealflow/contract';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import {
  adoptPreferences,
  currentPreference,
  markSent,
  unsentNames,
  usePreferenceStore,
} from './person-preference.store.ts';
import { storedNames } from './preferences.util.ts';
import { ifMatch, readTagged } from './tagged.util.ts';

const readCall = 'GET /api/v1/account/preferences';
const writeCall = 'PUT /api/v1/account/preferences';
type Stored = Answer<typeof readCall>['data'];

/** Changes within this time are sent together: a column that is dragged changes often. */
const sendDelayMs = 1000;
const retryDelayMs = 60_000;
const maxAttempts = 5;

const setFull = (isFull: boolean) => usePreferenceStore.setState({ isFull });

/**
 * Reads the settings of an account from the service and sends those that it does not have yet. Of a setting that two
 * browsers changed, the later one to be sent stays; other settings are kept. Settings that are larger than the service stores
 * stay marked, and are sent once the person deletes some.
 * @throws ApiError if the service cannot be reached. The settings stay marked.
 */
export async function synchronisePreferences(api: Api, aid: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { value: stored, tag } = await readTagged<Stored>(api.open(readCall, {}));
    adoptPreferences(aid, stored.preferences);
    // An earlier version of the console stored the settings in the browser alone.
    const names = stored.version === 0 ? storedNames(`${aid}:`, isSynchronised) : unsentNames(aid);
    if (names.length === 0) return setFull(false);
    const sent = Object.fromEntries(names.map((name) => [name, currentPreference(aid, name)]));
    try {
      await api.call(writeCall, {
        body: { preferences: { ...stored.preferences, ...sent } },
        ...ifMatch(tag),
      });
      setFull(false);
      return markSent(aid, sent);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 400) return setFull(true);
      if (error.code !== 'admin.changed_meanwhile') throw error;
    }
  }
}

const isSynchronised = (name: string) => /^(?:table|filters):/.test(name);

/**
 * Synchronises the settings of an account now, after each change, and when the network returns.
 * @returns a function that ends it.
 */
export function keepPreferences(api: Api, aid: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  let isRunning = false;
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!isEnded) timer = setTimeout(() => void run(), delayMs);
  };
  const run = async () => {
    if (isRunning) return schedule(sendDelayMs);
    isRunning = true;
    try {
      await synchronisePreferences(api, aid);
    } catch {
      // The settings hold in this browser meanwhile.
      schedule(retryDelayMs);
    }
    isRunning = false;
  };
  const unsubscribe = usePreferenceStore.subscribe(({ values }, before) => {
    if (values !== before.values && unsentNames(aid).length > 0) schedule(sendDelayMs);
  });
  const runNow = () => schedule(0);
  addEventListener('online', runNow);
  runNow();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    unsubscribe();
    removeEventListener('online', runNow);
  };
}
