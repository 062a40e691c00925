import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a running service says how to reach it, for the command line and for scripts. */
export function serviceFile(dataDir: string): string {
  return join(dataDir, 'service.json');
}

export interface RunningService {
  /** The address that clients know it by. */
  readonly url: string;
  /** The one that leads to it without leaving the machine. */
  readonly local: string;
}

/** What the file says, where the process that wrote it still lives; one that was killed leaves the file behind. */
export async function readServiceFile(
  dataDir: string,
): Promise<(RunningService & { pid: number }) | undefined> {
  const written = await readFile(serviceFile(dataDir), 'utf8')
    .then((text) => content.parse(JSON.parse(text)))
    // None, or one that says nothing, as after a disk that was full: no service is known.
    .catch(() => undefined);
  if (!written || !isOurs(written.pid) || written.begun !== (await beginOf(written.pid))) return undefined;
  const { url, local, pid } = written;
  return { url, local, pid };
}

const content = z.object({
  url: z.string(),
  local: z.string(),
  pid: z.int().positive(),
  /** When the process began, as the system counts it: another may have the number by now. Null where it does not say. */
  begun: z.string().nullable(),
});

/** Linux says it in the twentieth field after the name, which may hold anything in its brackets. */
async function beginOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

/** Another service on the same folder that came first stays the one that the file names. */
export async function writeServiceFile(dataDir: string, { url, local }: RunningService): Promise<void> {
  const first = await readServiceFile(dataDir);
  if (first && first.pid !== process.pid) return;
  const draft = `${serviceFile(dataDir)}.${process.pid}`;
  try {
    const { pid } = process;
    await writeFile(draft, `${JSON.stringify({ url, local, pid, begun: await beginOf(pid) })}\n`, {
      mode: 0o600,
    });
    await rename(draft, serviceFile(dataDir));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export async function removeServiceFile(dataDir: string): Promise<void> {
  const written = await readServiceFile(dataDir);
  if (written?.pid === process.pid) await rm(serviceFile(dataDir), { force: true });
}

/** Whether the process lives and is this user's: another's would be sent the operator's credential. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
