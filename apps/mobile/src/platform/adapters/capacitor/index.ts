import { Capacitor } from '@capacitor/core';
import type { IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import type { Platform } from '../../ports/platform.port.ts';
import type { PushPort } from '../../ports/push.port.ts';
import { appVersion } from '../../updates/app-version.ts';
import { createGuardedClock } from '../guarded-clock.adapter.ts';
import { entryScript } from '../web/app-update.adapter.ts';
import { createWebDeviceKeys } from '../web/device-keys.adapter.ts';
import { createWebPlatform } from '../web/index.ts';
import { createKeyedStore, type KeyedStore } from '../web/keyed-store.adapter.ts';
import { createCapacitorAppBadge } from './app-badge.adapter.ts';
import { createCapacitorAppLock } from './app-lock.adapter.ts';
import { createCapacitorAppUpdate } from './app-update.adapter.ts';
import { createCapacitorBackButton } from './back-button.adapter.ts';
import { nativeDevice } from './device-name.adapter.ts';
import { createCapacitorGeolocation } from './geolocation.adapter.ts';
import { createCapacitorKeyboard } from './keyboard.adapter.ts';
import { createCapacitorNetwork } from './network.adapter.ts';
import { createCapacitorScreenGuard } from './screen-guard.adapter.ts';
import { createCapacitorSecrets } from './secrets.adapter.ts';
import { createCapacitorStoragePermission } from './storage-permission.adapter.ts';
import { createCapacitorSystemBars } from './system-bars.adapter.ts';

/** The push service that this build was made for. Code of the others is not even loaded. */
async function createPush(store: KeyedStore): Promise<PushPort> {
  const kind = import.meta.env.VITE_PUSH;
  if (kind === 'vendor') return (await import('./push.adapter.ts')).createVendorPush();
  if (kind === 'jpush') return (await import('./jpush.adapter.ts')).createJpush(store);
  return (await import('./no-push.adapter.ts')).createNoPush();
}

async function loadFiles() {
  const [{ createCapacitorFiles }, { clearHanded }] = await Promise.all([
    import('./files.adapter.ts'),
    import('./outside.adapter.ts'),
  ]);
  // What other apps were given before the app was ended.
  await clearHanded();
  return createCapacitorFiles();
}

/** The native shell: plugins where they do better, and what its WebView gives for the rest. */
export async function createCapacitorPlatform(): Promise<Platform> {
  const web = createWebPlatform();
  const secrets = createCapacitorSecrets();
  const store = createKeyedStore('sealflow');
  const sql = () => import('./sql.adapter.ts');
  let incoming: Promise<IncomingFilesPort> | undefined;
  const [network, push] = await Promise.all([createCapacitorNetwork(), createPush(store)]);
  let files: ReturnType<typeof loadFiles> | undefined;
  let speech: ReturnType<Platform['speech']> | undefined;
  return {
    ...web,
    kind: 'native',
    secrets,
    clock: createGuardedClock(secrets),
    deviceKeys: createWebDeviceKeys(store, () => nativeDevice(Capacitor.getPlatform(), navigator.userAgent)),
    network,
    backButton: createCapacitorBackButton(),
    // The app's own folders are cleared by the person alone.
    persistence: { request: async () => true },
    storagePermission: createCapacitorStoragePermission(),
    incoming: () =>
      (incoming ??= import('./incoming-files.adapter.ts').then((part) =>
        part.createCapacitorIncomingFiles(),
      )),
    appBadge: createCapacitorAppBadge(),
    geolocation: createCapacitorGeolocation(),
    appLock: createCapacitorAppLock(),
    push,
    appUpdate: createCapacitorAppUpdate(
      {
        preferences: web.preferences,
        version: appVersion,
        environment: import.meta.env.VITE_ENVIRONMENT ?? 'production',
        isVerified: import.meta.env.VITE_TAKES_CODE === 'yes',
        now: Date.now,
      },
      entryScript(),
    ),
    screenGuard: createCapacitorScreenGuard(),
    systemBars: createCapacitorSystemBars(),
    keyboard: createCapacitorKeyboard(),
    speech: () => {
      speech ??= import('./speech.adapter.ts').then((adapter) => adapter.createCapacitorSpeech());
      return speech;
    },
    files: () => {
      files ??= loadFiles();
      return files;
    },
    openDatabase: async (name) => (await sql()).openCapacitorDatabase(name),
    deleteDatabase: async (name) => (await sql()).deleteCapacitorDatabase(name),
  };
}
