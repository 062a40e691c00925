import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The path of the file that tells the command line and scripts how to reach the running service. */
export function serviceFilePath(dataDir: string): string {
  return join(dataDir, 'service.json');
}

export interface RunningService {
  /** The public URL. */
  readonly url: string;
  /** The loopback URL. */
  readonly local: string;
}

/**
 * Reads the service file.
 * @returns undefined if its process has ended: a process that was killed leaves the file behind.
 */
export async function readServiceFile(
  dataDir: string,
): Promise<(RunningService & { pid: number }) | undefined> {
  const stored = await readFile(serviceFilePath(dataDir), 'utf8')
    .then((text) => serviceFileSchema.parse(JSON.parse(text)))
    // The file is missing or damaged, for example after the disk was full: no service is known.
    .catch(() => undefined);
  if (!stored || !isOwnProcess(stored.pid) || stored.begun !== (await processStartTime(stored.pid)))
    return undefined;
  const { url, local, pid } = stored;
  return { url, local, pid };
}

const serviceFileSchema = z.object({
  url: z.string(),
  local: z.string(),
  pid: z.int().positive(),
  /** Start time of the process as the system reports it, because the pid may have been reused; null if unavailable. */
  begun: z.string().nullable(),
});

/**
 * Linux has the start time in the twentieth field after the name. The name may contain anything between its brackets.
 */
async function processStartTime(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

/** Writes the service file. If another service already runs on the same folder, the file continues to name that one. */
export async function writeServiceFile(dataDir: string, { url, local }: RunningService): Promise<void> {
  const existing = await readServiceFile(dataDir);
  if (existing && existing.pid !== process.pid) return;
  const temporaryPath = `${serviceFilePath(dataDir)}.${process.pid}`;
  try {
    const { pid } = process;
    await writeFile(
      temporaryPath,
      `${JSON.stringify({ url, local, pid, begun: await processStartTime(pid) })}\n`,
      {
        mode: 0o600,
      },
    );
    await rename(temporaryPath, serviceFilePath(dataDir));
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

export async function removeServiceFile(dataDir: string): Promise<void> {
  const stored = await readServiceFile(dataDir);
  if (stored?.pid === process.pid) await rm(serviceFilePath(dataDir), { force: true });
}

/**
 * Whether the process runs under this user: otherwise the operator's credential would be sent to another user's
 * process.
 */
function isOwnProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
