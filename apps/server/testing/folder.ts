import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const enoughBytes = 2 * 1024 ** 3;

/** Names the folder of the whole run, to the workers too. */
const runFolder = 'SEALFLOW_TEST_FOLDER';

/**
 * A new folder that any account may pass through: in memory where the machine gives enough of it (a database is
 * copied 30 times quicker there), else on disk. It goes with the run at the latest.
 */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(process.env[runFolder] ?? inMemory() ?? tmpdir(), 'sealflow-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Puts all folders that are made from now on into one; the result removes it with all it holds. */
export function makeRunFolder(): () => void {
  const folder = makeTestFolder();
  process.env[runFolder] = folder;
  return () => {
    delete process.env[runFolder];
    rmSync(folder, { recursive: true });
  };
}

function inMemory(): string | undefined {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes ? memory : undefined;
  } catch {
    return undefined;
  }
}
