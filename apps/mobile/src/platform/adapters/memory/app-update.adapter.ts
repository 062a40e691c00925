import type { AppUpdatePort } from '../../ports/app-update.port.ts';
import { InstallError, type InstallRefusal } from '../../ports/install.errors.ts';

/** State of the device's updates that a test sets, and the calls that were made. */
export type MemoryUpdates = {
  releases: AppUpdatePort['releasePlatform'];
  codeId: string;
  hasNewCode: boolean;
  /** Why the next installation fails; null for success. */
  refusal: InstallRefusal | null;
  readonly done: string[];
};

export const memoryUpdates = (): MemoryUpdates => ({
  releases: null,
  codeId: 'build-1',
  hasNewCode: false,
  refusal: null,
  done: [],
});

/** A device whose installer and store only record their calls. */
export const createMemoryAppUpdate = (updates: MemoryUpdates): AppUpdatePort => ({
  get releasePlatform() {
    return updates.releases;
  },
  get codeId() {
    return updates.codeId;
  },
  downloadCode: async () => {
    updates.done.push('fetch code');
    return updates.hasNewCode ? 'ready' : 'none';
  },
  startCode: async () => void updates.done.push('start code'),
  confirmStarted: async () => void updates.done.push('started'),
  openInstaller: async ({ path, name }) => {
    if (updates.refusal !== null) throw new InstallError(updates.refusal);
    updates.done.push(`install ${path} as ${name}`);
  },
  openStore: async (address) => void updates.done.push(`open ${address}`),
});
