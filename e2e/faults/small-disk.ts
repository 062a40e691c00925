import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** A file system of its own that can be filled to its last byte. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => void;
  readonly free: () => void;
  readonly unmount: () => void;
}

/** @returns undefined where this machine does not let us mount one. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=0711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'sealflow-faults', folder]).status !== 0)
    return undefined;
  const ballast = join(folder, 'ballast');
  const unmount = () => {
    takeBack();
    // Lazily: whoever still has a file open there was told to end.
    spawnSync('umount', ['-l', folder]);
  };
  const takeBack = atExit(() => unmount());
  return {
    folder,
    fill: () => fillWith(ballast, folder),
    free: () => rmSync(ballast, { force: true }),
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
