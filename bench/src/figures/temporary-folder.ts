import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const pollIntervalMs = 100;
/** A stopping database writes its data in this time. */
const endTimeoutMs = 20_000;

/** A folder for all temporary files of a benchmark. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-figures-'));
  // As `/tmp` itself: the database of root runs as another account.
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * Deletes a temporary folder. Waits for the processes that work in it, such as the database of an interrupted benchmark,
 * and kills those that do not end.
 */
export async function deleteTemporaryFolder(folder: string): Promise<void> {
  const deadlineMs = performance.now() + endTimeoutMs;
  while (processesIn(folder).length > 0 && performance.now() < deadlineMs) await pause(pollIntervalMs);
  for (const id of processesIn(folder)) process.kill(id, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: pollIntervalMs });
}

/** The processes whose working directory is in a folder. */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectoryOf(name).startsWith(`${folder}/`))
    .map(Number);
}

function workingDirectoryOf(id: string): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
}
