import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

const prefix = 'sealflow-faults-';

/**
 * A folder that is deleted with this process. It stores the process id, so that a later run can delete an abandoned
 * one.
 */
export function makeRunFolder(): { folder: string; remove: () => void } {
  clearAbandoned();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'pid'), String(process.pid));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  const unregister = atExit(clear);
  return {
    folder,
    remove: () => {
      unregister();
      clear();
    },
  };
}

/** Removes the database, file systems and folder of a killed run. */
function clearAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const owner = numberIn(join(folder, 'pid'));
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
    const database = numberIn(join(folder, 'postgres', 'data', 'postmaster.pid'));
    const command = database === undefined ? '' : read(`/proc/${database}/cmdline`);
    if (database !== undefined && command.includes(folder)) process.kill(database, 'SIGQUIT');
    for (const disk of ['postgres', 'files', 'logs']) spawnSync('umount', ['-l', join(folder, disk)]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function numberIn(file: string): number | undefined {
  const number = Number.parseInt(read(file), 10);
  return Number.isNaN(number) ? undefined : number;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
