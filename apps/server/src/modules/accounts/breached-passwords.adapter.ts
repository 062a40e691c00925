import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError } from '../../infra/config/config.schemas.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';

/** `SHA-1:count`, the format of the list of Have I Been Pwned ordered by hash; the count is optional. */
const lineForm = /^([0-9A-F]{40})(?::\d+)?\r?$/i;
/** Size of a read: contains a complete line from any offset within it. */
const reach = 160;

/**
 * Creates a check of passwords against a file of breached ones. It runs a binary search by SHA-1, so that a file of 40
 * GB costs about forty small reads and no memory. The check throws ServiceError `app.unavailable` where the file cannot
 * be read.
 * @param path - a file with one hash per line, sorted; undefined: no password is breached.
 * @param onReadError - called with the system's error code where the file cannot be read.
 * @throws ConfigError where the file cannot be read or has another format.
 */
export async function breachedPasswords(
  path: string | undefined,
  onTrouble: (reason: string) => void,
): Promise<(password: string) => Promise<boolean>> {
  if (path === undefined) return async () => false;
  await withFile(path, async (file) => {
    if (hashAt(await textAt(file, 0)) === undefined) throw new Error('invalid format');
  }).catch(() => {
    throw new ConfigError('BREACHED_PASSWORDS_FILE must be a readable file with one SHA-1 hash per line');
  });
  return (password) => {
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    return withFile(path, (file) => isIn(file, wanted)).catch((error: unknown) => {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'invalid format';
      onTrouble(reason);
      throw new ServiceError('app.unavailable');
    });
  };
}

async function isIn(file: FileHandle, wanted: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = await lineStart(file, middle);
    const text = await textAt(file, start);
    const hash = hashAt(text);
    if (hash === undefined) throw new Error('breached password list contains a line without a SHA-1 hash');
    if (hash === wanted) return true;
    const end = text.indexOf('\n');
    if (hash > wanted) high = start;
    else low = end === -1 ? high : start + end + 1;
  }
  return false;
}

/** The offset of the start of the line that contains a byte. */
async function lineStart(file: FileHandle, offset: number): Promise<number> {
  const from = Math.max(0, offset - reach);
  const before = (await textAt(file, from)).slice(0, offset - from);
  return from + before.lastIndexOf('\n') + 1;
}

async function textAt(file: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(reach), position });
  return buffer.toString('latin1', 0, bytesRead);
}

function hashAt(text: string): string | undefined {
  return lineForm.exec(text.split('\n', 1)[0] ?? '')?.[1]?.toUpperCase();
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
