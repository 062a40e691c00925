import { Capacitor } from '@capacitor/core';
import type { MediaServerPort } from '@sealflow/viewers/media/media-server.types.ts';
import type { AccountsPort } from '../../ports/accounts.port.ts';
import type { IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import type { Platform } from '../../ports/platform.port.ts';
import type { PushPort } from '../../ports/push.port.ts';
import { createGuardedClock } from '../guarded-clock.adapter.ts';
import { createWebDeviceKeys } from '../web/device-keys.adapter.ts';
import type { KeyedStore } from '../web/keyed-store.util.ts';
import { createCapacitorAppLock } from './app-lock.adapter.ts';
import { describeNativeDevice } from './device-name.util.ts';
import { createCapacitorNetwork } from './network.adapter.ts';
import { createCapacitorSecrets } from './secrets.adapter.ts';
import {
  createCapacitorAppBadge,
  createCapacitorBackButton,
  createCapacitorGeolocation,
  createCapacitorKeyboard,
  createCapacitorScreenGuard,
} from './small-ports.adapter.ts';
import { createCapacitorStoragePermission } from './storage-permission.adapter.ts';
import { createCapacitorSystemBars } from './system-bars.adapter.ts';

/** The push provider of this build. Code of the others is not loaded. */
async function createPush(store: KeyedStore): Promise<PushPort> {
  const kind = import.meta.env.VITE_PUSH;
  if (kind === 'vendor') return (await import('./push.adapter.ts')).createVendorPush();
  if (kind === 'jpush') return (await import('./jpush.adapter.ts')).createJpush(store);
  return (await import('./small-ports.adapter.ts')).createNoPush();
}

/** Deletes copies for other apps and camera pictures that the previous page left behind. */
async function clearTemporaryFiles(): Promise<void> {
  const { clearExportedCopies, clearPictures } = await import('./external-apps.adapter.ts');
  await Promise.all([clearExportedCopies(), clearPictures()]);
}

async function loadFiles(cleared: Promise<void>, accounts: AccountsPort) {
  const { createCapacitorFiles } = await import('./files.adapter.ts');
  const { createAccountFiles } = await import('../account-files.adapter.ts');
  await cleared;
  return createAccountFiles(createCapacitorFiles(), accounts);
}

/** iOS only; Android's WebView has `MediaSource`. */
async function loadMediaServer(): Promise<MediaServerPort | null> {
  if (Capacitor.getPlatform() !== 'ios') return null;
  return (await import('./media-server.adapter.ts')).createCapacitorMediaServer();
}

type NativePorts = Omit<Platform, 'accounts' | 'preferences' | 'picker' | 'appUpdate'>;

/**
 * Ports that plugins implement better than the WebView. The device's keys stay in the WebView, where no script can
 * read them.
 */
export async function createNativePorts(store: KeyedStore, accounts: AccountsPort): Promise<NativePorts> {
  const secrets = createCapacitorSecrets(store);
  const cleared = clearTemporaryFiles().catch(() => undefined);
  const sql = () => import('./sql.adapter.ts');
  const [network, push] = await Promise.all([createCapacitorNetwork(), createPush(store)]);
  let incoming: Promise<IncomingFilesPort> | undefined;
  let files: ReturnType<typeof loadFiles> | undefined;
  let speech: ReturnType<Platform['speech']> | undefined;
  let mediaServer: ReturnType<Platform['mediaServer']> | undefined;
  return {
    kind: 'native',
    secrets,
    clock: createGuardedClock(secrets),
    deviceKeys: createWebDeviceKeys(store, () =>
      describeNativeDevice(Capacitor.getPlatform(), navigator.userAgent),
    ),
    network,
    backButton: createCapacitorBackButton(),
    // Only the user can clear the app's own folders.
    persistence: { request: async () => true },
    storage: { state: async () => ({ kind: 'native', lifetime: 'device' }), unused: async () => [] },
    storagePermission: createCapacitorStoragePermission(),
    incoming: () => {
      incoming ??= import('./incoming-files.adapter.ts').then((adapter) =>
        adapter.createCapacitorIncomingFiles(),
      );
      return incoming;
    },
    appBadge: createCapacitorAppBadge(),
    geolocation: createCapacitorGeolocation(),
    appLock: createCapacitorAppLock(),
    push,
    screenGuard: createCapacitorScreenGuard(),
    systemBars: createCapacitorSystemBars(),
    keyboard: createCapacitorKeyboard(),
    mediaServer: () => {
      mediaServer ??= loadMediaServer();
      return mediaServer;
    },
    speech: () => {
      speech ??= import('./speech.adapter.ts').then((adapter) => adapter.createCapacitorSpeech());
      return speech;
    },
    files: () => {
      files ??= loadFiles(cleared, accounts).catch((error: unknown) => {
        // The next call retries.
        files = undefined;
        throw error;
      });
      return files;
    },
    openDatabase: async (name) => (await sql()).openCapacitorDatabase(name),
    deleteDatabase: async (name) => (await sql()).deleteCapacitorDatabase(name),
  };
}
