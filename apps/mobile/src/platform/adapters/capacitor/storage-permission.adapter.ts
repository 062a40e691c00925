import { App } from '@capacitor/app';
import { registerPlugin } from '@capacitor/core';
import { Filesystem, type PermissionStatus } from '@capacitor/filesystem';
import type { AppSettingsPlugin } from '@sealflow/native-shell';
import type { StoragePermissionPort } from '../../ports/storage-permission.port.ts';
import { hear } from './events.adapter.ts';

const AppSettings = registerPlugin<AppSettingsPlugin>('AppSettings');

const isGranted = ({ publicStorage }: PermissionStatus) => publicStorage === 'granted';

/** Leads to the system's page of the app, and looks again when the person is back. */
async function inSettings(): Promise<PermissionStatus> {
  await new Promise<void>((resolve, reject) => {
    const end = hear(
      (tell) => App.addListener('resume', () => tell(undefined)),
      () => {
        end();
        resolve();
      },
    );
    AppSettings.open().catch((error: unknown) => {
      end();
      reject(error instanceof Error ? error : new Error('the settings do not open', { cause: error }));
    });
  });
  return Filesystem.checkPermissions();
}

/**
 * The system's own question for shared files. iOS and Androids above 10 need none and say granted; the app's own folder
 * needs none anywhere. After a final no the system answers without asking, and only its settings can change that.
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
      const answer = publicStorage === 'denied' ? inSettings() : Filesystem.requestPermissions();
      return isGranted(await answer) ? 'granted' : 'refused';
    },
  };
}
