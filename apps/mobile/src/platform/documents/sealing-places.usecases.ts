import { withFreeLock, withLock } from '../adapters/web-lock.ts';
import { accountFolder, type DocumentsContext } from './document.types.ts';

/** Half-sealed files lie apart from the documents: no list and no picker ever sees one. */
const folderOf = (accountID: string) => `${accountFolder(accountID)}/sealing`;

const lockOf = (name: string) => `sealflow.sealing.${name}`;

const held = new Map<string, () => void>();

/**
 * Gives a document that is being sealed its place, which goes when the work fails. Where it succeeds the place stays held
 * until `leavePlace`.
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

// Another tab must not take for a leftover what is being written here.
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

/** Takes away what still lies at a place, and lets go of it. */
export async function leavePlace({ platform }: DocumentsContext, path: string): Promise<void> {
  await (await platform.files()).remove(path);
  held.get(path)?.();
  held.delete(path);
}

/** Removes what a killed app left half sealed. */
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
