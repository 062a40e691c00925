import { localDatabase } from '../database/local-database.compose.ts';
import { type DocumentsContext, storedPath } from './document.types.ts';
import { deviceFileColumns } from './file-record.rules.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import type { SealedFile } from './sealing.types.ts';
import { releaseSealingPath } from './sealing-path.usecases.ts';

/**
 * Registers a sealed file with the service and adds it to the list. Only registered files get there; after a failure
 * the call can be repeated.
 * @returns the record's `fileID`.
 * @throws ApiError; StorageError; the signal's reason.
 */
export async function registerSealed(
  context: DocumentsContext,
  sealed: SealedFile,
  signal?: AbortSignal,
): Promise<string> {
  const { request, path, fileID, facts, record } = sealed;
  const { tid, tname, file, recipients } = request;
  await context.api.call('POST /api/v1/tenants/{tid}/user-documents', {
    params: { tid },
    body: { ...facts, recipients: [...recipients] },
    ...(signal ? { signal } : {}),
  });
  // If cancelled meanwhile, the file is not added to the list.
  signal?.throwIfAborted();
  const files = await context.platform.files();
  // In a repeated call the file may have been moved already.
  if ((await files.stat(path)) !== null) await files.move(path, storedPath(context.accountID, fileID));
  const records = recentFilesOf(await localDatabase(context.platform), context.accountID);
  await records.upsert(
    {
      ...deviceFileColumns(fileID, file.name),
      ...record,
      createAt: context.platform.clock.now(),
      encrypted: 1,
      tid,
      tname,
      fileSize: facts.size,
      mimeType: facts.mimeType,
    },
    'recent',
  );
  await releaseSealingPath(context, path);
  return fileID;
}

/** File name of a sealed file outside of the app. */
export const sealedFileName = (name: string): string => (/\.tdf$/iu.test(name) ? name : `${name}.tdf`);
