import { withFreeLock, withLock } from '../adapters/web-lock.ts';
import { accountFolder, type DocumentsContext } from './document.types.ts';

/** Files being sealed are in a separate folder: no list and no picker shows one. */
const folderOf = (accountID: string) => `${accountFolder(accountID)}/sealing`;

const lockOf = (name: string) => `sealflow.sealing.${name}`;

const held = new Map<string, () => void>();

/**
 * Provides a path for a document that is being sealed, and deletes the file if `work` fails. After a success the path
 * stays locked until `releaseSealingPath`.
 */
export async function whileSealing<T>(
  context: DocumentsContext,
  documentID: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = `${folderOf(context.accountID)}/${documentID}`;
  await hold(path);
  try {
    return await work(path);
  } catch (error) {
    await leavePlace(context, path);
    throw error;
  }
}

// Prevents another tab from deleting the file as a leftover.
async function hold(path: string): Promise<void> {
  const until = new Promise<void>((leave) => held.set(path, leave));
  await new Promise<void>((entered, refused) => {
    withLock(lockOf(path), () => {
      entered();
      return until;
    }).catch((error: Error) => {
      held.delete(path);
      refused(error);
    });
  });
}

/** Deletes a remaining file at the path and releases its lock. */
export async function leavePlace({ platform }: DocumentsContext, path: string): Promise<void> {
  await (await platform.files()).remove(path);
  held.get(path)?.();
  held.delete(path);
}

/** Deletes files that a killed app left half sealed. */
export async function clearHalfSealed({ platform, accountID }: DocumentsContext): Promise<void> {
  const files = await platform.files();
  for (const { name } of await files.list(folderOf(accountID))) {
    const path = `${folderOf(accountID)}/${name}`;
    if (held.has(path)) continue;
    await withFreeLock(lockOf(path), async (isFree) => {
      if (isFree) await files.remove(path);
    });
  }
}
