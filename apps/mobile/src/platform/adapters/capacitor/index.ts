import type { IncomingFilesPort } from '../../ports/incoming-files.port.ts';
import type { Platform } from '../../ports/platform.port.ts';
import { appVersion } from '../../updates/app-version.ts';
import { createGuardedClock } from '../guarded-clock.adapter.ts';
import { entryScript } from '../web/app-update.adapter.ts';
import { createWebDeviceKeys } from '../web/device-keys.adapter.ts';
import { deviceName, nativePlatform } from '../web/device-name.adapter.ts';
import { createWebPlatform } from '../web/index.ts';
import { createKeyedStore } from '../web/keyed-store.adapter.ts';
import { createCapacitorAppUpdate } from './app-update.adapter.ts';
import { createCapacitorScreenGuard } from './screen-guard.adapter.ts';
import { createCapacitorSecrets } from './secrets.adapter.ts';
import { createCapacitorStoragePermission } from './storage-permission.adapter.ts';

/** The native shell: plugins where they do better, and what its WebView gives for the rest. */
export function createCapacitorPlatform(): Platform {
  const web = createWebPlatform();
  const secrets = createCapacitorSecrets();
  const sql = () => import('./sql.adapter.ts');
  let incoming: Promise<IncomingFilesPort> | undefined;
  return {
    ...web,
    kind: 'native',
    secrets,
    clock: createGuardedClock(secrets),
    deviceKeys: createWebDeviceKeys(createKeyedStore('sealflow'), () => ({
      name: deviceName(navigator.userAgent),
      platform: nativePlatform(navigator.userAgent),
    })),
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
    storagePermission: createCapacitorStoragePermission(),
    incoming: () =>
      (incoming ??= import('./incoming-files.adapter.ts').then((part) =>
        part.createCapacitorIncomingFiles(),
      )),
    files: async () => (await import('./files.adapter.ts')).createCapacitorFiles(),
    openDatabase: async (name) => (await sql()).openCapacitorDatabase(name),
    deleteDatabase: async (name) => (await sql()).deleteCapacitorDatabase(name),
  };
}
