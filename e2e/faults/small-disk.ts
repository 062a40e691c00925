import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** A separate file system that can be filled completely. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => void;
  readonly release: () => void;
  readonly unmount: () => void;
}

/** @returns undefined if this machine does not permit the mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=0711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'sealflow-faults', folder]).status !== 0)
    return undefined;
  const ballast = join(folder, 'ballast');
  const unmount = () => {
    unregister();
    // A lazy unmount, because ending processes may still have open files.
    spawnSync('umount', ['-l', folder]);
  };
  const unregister = atExit(() => unmount());
  return {
    folder,
    fill: () => fillWith(ballast, folder),
    release: () => rmSync(ballast, { force: true }),
    unmount,
  };
}

function fillWith(file: string, folder: string): void {
  const fd = openSync(file, 'a', 0o600);
  try {
    for (let size = 4 * 1024 * 1024; size >= 4096; size /= 4) {
      const block = Buffer.alloc(size);
      while (statfsSync(folder).bavail * statfsSync(folder).bsize >= size) writeSync(fd, block);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(fd);
  }
}
