import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a running service says how to reach it, for the command line and for scripts. */
export function serviceFile(dataDir: string): string {
  return join(dataDir, 'service.json');
}

export async function writeServiceFile(dataDir: string, url: string): Promise<void> {
  await writeFile(serviceFile(dataDir), `${JSON.stringify({ url, pid: process.pid })}\n`);
}

export async function removeServiceFile(dataDir: string): Promise<void> {
  await rm(serviceFile(dataDir), { force: true });
}
