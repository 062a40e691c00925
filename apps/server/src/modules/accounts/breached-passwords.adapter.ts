import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError } from '../../infra/config/config.schemas.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';

/** `SHA-1:times` in hexadecimal, as Have I Been Pwned gives it ordered by hash; the times may be left out. */
const lineForm = /^([0-9A-F]{40})(?::\d+)?\r?$/i;
/** More than one whole line, wherever in one it begins. */
const reach = 160;

/**
 * Whether a password is in a file of leaked ones: its SHA-1 is looked for by halves, so that a file of 40 GB costs some forty
 * small reads and no memory.
 * @param path - one hash a line, ordered; undefined: no password is in it.
 * @param onTrouble - told why, by the system's word alone, whenever a password could not be looked for: then it is not taken.
 * @throws ConfigError where it cannot be read, or is not of that form.
 */
export async function breachedPasswords(
  path: string | undefined,
  onTrouble: (reason: string) => void,
): Promise<(password: string) => Promise<boolean>> {
  if (path === undefined) return async () => false;
  await withFile(path, async (file) => {
    if (hashAt(await textAt(file, 0)) === undefined) throw new Error('not of the form');
  }).catch(() => {
    throw new ConfigError('BREACHED_PASSWORDS_FILE: no such file, or not one SHA-1 a line');
  });
  return (password) => {
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    return withFile(path, (file) => isIn(file, wanted)).catch((error: unknown) => {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'not of the form';
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
    if (hash === undefined) throw new Error('a line of the leaked passwords is no hash');
    if (hash === wanted) return true;
    const end = text.indexOf('\n');
    if (hash > wanted) high = start;
    else low = end === -1 ? high : start + end + 1;
  }
  return false;
}

/** Where the line begins that this byte belongs to. */
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
