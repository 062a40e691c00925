import { access, link, rename } from 'node:fs/promises';
import { CommandError } from './usage.errors.ts';

/**
 * Gives a finished temporary file its name. It links instead of renaming, because a link fails if the target exists meanwhile.
 * @throws CommandError
 */
export async function moveIntoPlace(temporaryPath: string, out: string, force: boolean): Promise<void> {
  if (force) return rename(temporaryPath, out);
  await link(temporaryPath, out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw fileExistsError(out);
    throw error;
  });
}

/** @throws CommandError if the file exists and must not be replaced. */
export async function assertNotExisting(out: string, force: boolean): Promise<void> {
  if (force) return;
  const exists = await access(out).then(
    () => true,
    () => false,
  );
  if (exists) throw fileExistsError(out);
}

const fileExistsError = (out: string) =>
  new CommandError(`${out} already exists: choose another with --out, or replace it with --force`);
