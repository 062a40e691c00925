import type { IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import type { Platform } from '../../ports/platform.port.ts';
import { createAccounts } from '../accounts.adapter.ts';
import { createGuardedClock } from '../guarded-clock.adapter.ts';
import { createWebAppUpdate } from './app-update.adapter.ts';
import { createWebDeviceKeys } from './device-keys.adapter.ts';
import { withPageFallback } from './fallback-keyed-store.util.ts';
import { createWebKeyboard } from './keyboard.adapter.ts';
import { createKeyedStore } from './keyed-store.util.ts';
import { createWebPicker } from './picker.adapter.ts';
import { createWebPreferences, localStorageOrMemory } from './preferences.adapter.ts';
import { createWebPush } from './push.adapter.ts';
import { createWebSecrets } from './secrets.adapter.ts';
import {
  createWebAppBadge,
  createWebAppLock,
  createWebGeolocation,
  createWebNetwork,
} from './small-ports.adapter.ts';
import type { WebStorage } from './storage.adapter.ts';

const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/i, 'HarmonyOS'],
  [/Android/i, 'Android'],
  [/iPhone/i, 'iPhone'],
  [/iPad/i, 'iPad'],
  [/Mac OS X/i, 'Mac'],
  [/Windows/i, 'Windows'],
  [/Linux/i, 'Linux'],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const firstOf = (table: readonly (readonly [RegExp, string])[], userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Name of this device for the user's list of devices: `Chrome, Windows`. */
function describeBrowser(userAgent: string): string {
  return [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter(Boolean).join(', ') || 'Browser';
}

/** The platform of a browser. The native shell's WebView uses the same, except where a plugin is better. */
export function createWebPlatform(): Platform {
  const store = withPageFallback(createKeyedStore('sealflow'));
  const preferences = createWebPreferences(localStorageOrMemory());
  const secrets = createWebSecrets(store);
  const accounts = createAccounts();
  let stores: Promise<WebStorage> | undefined;
  const storage = () => {
    stores ??= import('./storage.adapter.ts').then(
      (module) => module.createWebStorage({ preferences, accounts }),
      (error: unknown) => {
        // The next call loads the code again.
        stores = undefined;
        throw error;
      },
    );
    return stores;
  };
  const files = async () => (await storage()).files();
  let incoming: Promise<IncomingFilesPort> | undefined;
  return {
    kind: 'web',
    accounts,
    preferences,
    secrets,
    deviceKeys: createWebDeviceKeys(store, () => ({
      name: describeBrowser(navigator.userAgent),
      platform: 'web',
    })),
    picker: createWebPicker(),
    network: createWebNetwork(),
    backButton: { subscribe: () => () => undefined, exitApp: async () => undefined },
    clock: createGuardedClock(secrets),
    // A browser has no such permission: files come from its own store or from the picker.
    storagePermission: { state: async () => 'granted', request: async () => 'granted' },
    persistence: { request: async () => (await navigator.storage?.persist?.()) ?? false },
    geolocation: createWebGeolocation(),
    appLock: createWebAppLock(),
    appUpdate: createWebAppUpdate(navigator.userAgent, files),
    appBadge: createWebAppBadge(),
    push: createWebPush(store),
    screenGuard: {
      canBlock: false,
      block: () => Promise.reject(new Error('browsers cannot block screen captures')),
    },
    incoming: () =>
      (incoming ??= import('./incoming-files.adapter.ts').then((module) => module.createWebIncomingFiles())),
    // The browser's bars follow the page's own colour.
    systemBars: { setStyle: async () => undefined },
    keyboard: createWebKeyboard(),
    mediaServer: async () => null,
    speech: async () => (await import('./speech.adapter.ts')).createWebSpeech(),
    storage: {
      state: async () => (await storage()).state(),
      unused: async () => (await storage()).unused(),
    },
    files,
    openDatabase: async (name) => (await storage()).openDatabase(name),
    deleteDatabase: async (name) => (await storage()).deleteDatabase(name),
  };
}
