import { Filesystem, type PermissionStatus } from '@capacitor/filesystem';
import type { StoragePermissionPort } from '../../ports/storage-permission.port.ts';

const isGranted = ({ publicStorage }: PermissionStatus) => publicStorage === 'granted';

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
    request: async () => (isGranted(await Filesystem.requestPermissions()) ? 'granted' : 'refused'),
  };
}
