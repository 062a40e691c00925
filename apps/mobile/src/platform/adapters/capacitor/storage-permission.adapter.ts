import { App } from '@capacitor/app';
import { registerPlugin } from '@capacitor/core';
import { Filesystem, type PermissionStatus } from '@capacitor/filesystem';
import type { AppSettingsPlugin } from '@sealflow/native-shell';
import type { StoragePermissionPort } from '../../ports/storage-permission.port.ts';
import { listenToPlugin } from './plugin-events.util.ts';

const AppSettings = registerPlugin<AppSettingsPlugin>('AppSettings');

const isGranted = ({ publicStorage }: PermissionStatus) => publicStorage === 'granted';

/** Opens the app's page in the system settings, and checks again when the user returns. */
async function requestInSettings(): Promise<PermissionStatus> {
  await new Promise<void>((resolve, reject) => {
    const end = listenToPlugin(
      (emit) => App.addListener('resume', () => emit(undefined)),
      () => {
        end();
        resolve();
      },
    );
    AppSettings.open().catch((error: unknown) => {
      end();
      reject(error instanceof Error ? error : new Error('system settings failed to open', { cause: error }));
    });
  });
  return Filesystem.checkPermissions();
}

/**
 * The system's permission for shared files. iOS and Android above 10 need none and report granted; the app's own
 * folder needs none anywhere. After a permanent denial the system no longer prompts, and only its settings can change
 * that.
 */
export function createCapacitorStoragePermission(): StoragePermissionPort {
  return {
    state: async () => {
      const status = await Filesystem.checkPermissions();
      if (isGranted(status)) return 'granted';
      return status.publicStorage === 'prompt' ? 'prompt' : 'refused';
    },
    request: async () => {
      const { publicStorage } = await Filesystem.checkPermissions();
      const answer = publicStorage === 'denied' ? requestInSettings() : Filesystem.requestPermissions();
      return isGranted(await answer) ? 'granted' : 'refused';
    },
  };
}
