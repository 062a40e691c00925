import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import * as repository from './files.repository.ts';
import { type FileFacts, type Person, personKeyOf, toFileFacts } from './files.usecases.ts';

/**
 * References files of their owner from something (a flow), in the given order. Referenced files cannot be deleted.
 * @param holder - what references them, such as a flow's id.
 * @throws ServiceError `file.file_does_not_exist` if one does not belong to the owner.
 */
export async function referenceFiles(
  db: DatabaseTransaction,
  owner: Person,
  { uris, holder }: { uris: readonly string[]; holder: string },
): Promise<FileFacts[]> {
  const files = await lockOwnFiles(db, owner, uris);
  await grantRead(db, { uris, fids: [owner.fid], holder });
  return files;
}

/**
 * As {@link referenceFiles}, for files that nothing references yet, and with read access for other people.
 * @returns null if one of them is already referenced.
 */
export async function referenceUnusedFiles(
  db: DatabaseTransaction,
  owner: Person,
  { uris, holder, readers }: { uris: readonly string[]; holder: string; readers: readonly string[] },
): Promise<FileFacts[] | null> {
  const files = await lockOwnFiles(db, owner, uris);
  for (const uri of uris) if (await repository.isReferenced(db, uri)) return null;
  await grantRead(db, { uris, fids: [owner.fid, ...readers], holder });
  return files;
}

/** @throws ServiceError `file.file_does_not_exist`. */
async function lockOwnFiles(
  db: DatabaseTransaction,
  owner: Person,
  uris: readonly string[],
): Promise<FileFacts[]> {
  if (uris.length === 0) return [];
  const rows = new Map(
    (await repository.lockOwnedFiles(db, { uris, ...personKeyOf(owner) })).map((row) => [
      row.uri,
      toFileFacts(row),
    ]),
  );
  const files = uris.map((uri) => rows.get(uri));
  if (!files.every((file) => file !== undefined)) throw new ServiceError('file.file_does_not_exist');
  return files;
}

/** Read access of people of the tenant to the files that `holder` references. */
export interface ReadGrant {
  readonly uris: readonly string[];
  readonly fids: readonly string[];
  readonly holder: string;
}

export async function grantRead(db: DatabaseHandle, ...grants: readonly ReadGrant[]): Promise<void> {
  const rows = grants.flatMap(({ uris, fids, holder }) =>
    uris.flatMap((uri) => fids.map((fid) => ({ uri, fid, holder }))),
  );
  if (rows.length > 0) await repository.insertAccess(db, rows);
}

/** Releases all files that `holder` references, and with them the read access granted for its sake. */
export function releaseFiles(
  transaction: DatabaseTransaction,
  { holder }: { holder: string },
): Promise<void> {
  return repository.deleteFileAccess(transaction, holder);
}
