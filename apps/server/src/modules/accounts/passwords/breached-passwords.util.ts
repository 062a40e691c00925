import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError } from '../../../infra/config/config.schemas.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';

/** `SHA-1:count`, the format of the list of Have I Been Pwned ordered by hash; the count is optional. */
const linePattern = /^([0-9A-F]{40})(?::\d+)?\r?$/i;
/** Size of a read: contains a complete line from any offset within it. */
const readBytes = 160;

/**
 * Creates a check of passwords against a file of breached ones. It runs a binary search by SHA-1, so that a file of 40
 * GB costs about forty small reads and no memory. The check throws ServiceError `app.unavailable` where the file cannot
 * be read.
 * @param path - a file with one hash per line, sorted; undefined: no password is breached.
 * @param onReadError - called with the system's error code where the file cannot be read.
 * @throws ConfigError where the file cannot be read or has another format.
 */
export async function createBreachedPasswordCheck(
  path: string | undefined,
  onReadError: (reason: string) => void,
): Promise<(password: string) => Promise<boolean>> {
  if (path === undefined) return async () => false;
  await withFile(path, async (file) => {
    if (parseHash(await readTextAt(file, 0)) === undefined) throw new Error('invalid format');
  }).catch(() => {
    throw new ConfigError('BREACHED_PASSWORDS_FILE must be a readable file with one SHA-1 hash per line');
  });
  return (password) => {
    const targetHash = createHash('sha1').update(password).digest('hex').toUpperCase();
    return withFile(path, (file) => hasHash(file, targetHash)).catch((error: unknown) => {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'invalid format';
      onReadError(reason);
      throw new ServiceError('app.unavailable');
    });
  };
}

async function hasHash(file: FileHandle, targetHash: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = await findLineStart(file, middle);
    const text = await readTextAt(file, start);
    const hash = parseHash(text);
    if (hash === undefined) throw new Error('breached password list contains a line without a SHA-1 hash');
    if (hash === targetHash) return true;
    const end = text.indexOf('\n');
    if (hash > targetHash) high = start;
    else low = end === -1 ? high : start + end + 1;
  }
  return false;
}

/** The offset of the start of the line that contains a byte. */
async function findLineStart(file: FileHandle, offset: number): Promise<number> {
  const from = Math.max(0, offset - readBytes);
  const before = (await readTextAt(file, from)).slice(0, offset - from);
  return from + before.lastIndexOf('\n') + 1;
}

async function readTextAt(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(readBytes), position });
  return buffer.toString('latin1', 0, bytesRead);
}

function parseHash(text: string): string | undefined {
  return linePattern.exec(text.split('\n', 1)[0] ?? '')?.[1]?.toUpperCase();
}

async function withFile<T>(path: string, action: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await action(file);
  } finally {
    await file.close();
  }
}
