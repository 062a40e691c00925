import { withFreeLock, withLock } from '../locks/web-lock.util.ts';
import { accountFolder, type DocumentsContext } from './document.types.ts';

/** Files being sealed are in a separate folder: no list and no picker shows one. */
const folderOf = (accountID: string) => `${accountFolder(accountID)}/sealing`;

const lockOf = (name: string) => `sealflow.sealing.${name}`;

const releasers = new Map<string, () => void>();

/**
 * Provides a path for a document that is being sealed, and deletes the file if `work` fails. After a success the path
 * stays locked until `releaseSealingPath`.
 */
export async function withSealingPath<T>(
  context: DocumentsContext,
  documentID: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = `${folderOf(context.accountID)}/${documentID}`;
  await acquireLock(path);
  try {
    return await work(path);
  } catch (error) {
    await releaseSealingPath(context, path);
    throw error;
  }
}

// Prevents another tab from deleting the file as a leftover.
async function acquireLock(path: string): Promise<void> {
  const whenReleased = new Promise<void>((release) => releasers.set(path, release));
  await new Promise<void>((acquired, failed) => {
    withLock(lockOf(path), () => {
      acquired();
      return whenReleased;
    }).catch((error: Error) => {
      releasers.delete(path);
      failed(error);
    });
  });
}

/** Deletes a remaining file at the path and releases its lock. */
export async function releaseSealingPath({ platform }: DocumentsContext, path: string): Promise<void> {
  await (await platform.files()).remove(path);
  releasers.get(path)?.();
  releasers.delete(path);
}

/** Deletes files that a killed app left half sealed. */
export async function deletePartialSeals({ platform, accountID }: DocumentsContext): Promise<void> {
  const files = await platform.files();
  for (const { name } of await files.list(folderOf(accountID))) {
    const path = `${folderOf(accountID)}/${name}`;
    if (releasers.has(path)) continue;
    await withFreeLock(lockOf(path), async (isFree) => {
      if (isFree) await files.remove(path);
    });
  }
}
