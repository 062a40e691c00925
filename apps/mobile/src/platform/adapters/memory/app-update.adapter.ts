import type { AppUpdatePort } from '../../ports/app-update.port.ts';
import { InstallError, type InstallRefusal } from '../../ports/install.errors.ts';

/** What a test sets of the device's updates, and what was done with it. */
export type MemoryUpdates = {
  releases: AppUpdatePort['releases'];
  codeId: string;
  codeWaits: boolean;
  /** Why the next package is not installed. */
  refusal: InstallRefusal | null;
  readonly done: string[];
};

export const memoryUpdates = (): MemoryUpdates => ({
  releases: null,
  codeId: 'build-1',
  codeWaits: false,
  refusal: null,
  done: [],
});

/** A device whose installer and store are a list of what they were asked. */
export const createMemoryAppUpdate = (updates: MemoryUpdates): AppUpdatePort => ({
  get releases() {
    return updates.releases;
  },
  get codeId() {
    return updates.codeId;
  },
  fetchCode: async () => {
    updates.done.push('fetch code');
    return updates.codeWaits ? 'ready' : 'none';
  },
  startCode: async () => void updates.done.push('start code'),
  started: async () => void updates.done.push('started'),
  openInstaller: async ({ path, name }) => {
    if (updates.refusal !== null) throw new InstallError(updates.refusal);
    updates.done.push(`install ${path} as ${name}`);
  },
  openStore: async (address) => void updates.done.push(`open ${address}`),
});
