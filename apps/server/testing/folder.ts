import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const enoughBytes = 2 * 1024 ** 3;

/** Environment variable that passes the folder of the run to the workers. */
const runFolder = 'SEALFLOW_TEST_FOLDER';

/**
 * Creates a folder that every account can traverse. The folder is in memory if enough memory is available (copying a
 * database is 30 times faster there), else on disk. The end of the run deletes it at the latest.
 */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(process.env[runFolder] ?? inMemory() ?? tmpdir(), 'sealflow-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Creates one folder for all later test folders. The returned function deletes it. */
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
