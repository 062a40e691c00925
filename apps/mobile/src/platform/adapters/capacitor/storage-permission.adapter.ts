import { Filesystem, type PermissionStatus } from '@capacitor/filesystem';
import type { StoragePermissionPort } from '../../ports/storage-permission.port.ts';

const isGranted = ({ publicStorage }: PermissionStatus) => publicStorage === 'granted';

/** The system's own question for shared files; iOS and newer Androids need none and say granted. */
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
