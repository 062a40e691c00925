import { localDatabase } from '../database/local-database.adapter.ts';
import { type DocumentsContext, storedPath } from './document.types.ts';
import { recentFilesOf } from './recent-files.repository.ts';
import { baseName } from './record-name.rules.ts';
import type { SealedFile } from './sealing.types.ts';
import { leavePlace } from './sealing-places.usecases.ts';

/**
 * Tells the service of a sealed file and puts it into the list. Only what the service knows gets there; after a failure the
 * same can be said again.
 * @returns the record's `fileID`.
 * @throws ApiError; StorageError; the signal's reason.
 */
export async function keepSealed(
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
  // Called off meanwhile, no file comes into the list after all.
  signal?.throwIfAborted();
  const files = await context.platform.files();
  // Said again after the move, there is nothing left to move.
  if ((await files.stat(path)) !== null) await files.move(path, storedPath(context.accountID, fileID));
  const records = recentFilesOf(await localDatabase(context.platform), context.accountID);
  await records.put(
    {
      ...record,
      fileID,
      isFlowFile: 0,
      createAt: context.platform.clock.now(),
      fileWholeName: file.name,
      fileName: baseName(file.name),
      flowID: null,
      flowName: null,
      flowFileURL: null,
      flowFileName: null,
      encrypted: 1,
      tid,
      tname,
      downloadPer: 100,
      fileSize: facts.size,
      mimeType: facts.mimeType,
    },
    'recent',
  );
  await leavePlace(context, path);
  return fileID;
}

/** What a sealed file is called outside of the app. */
export const sealedName = (name: string): string => (/\.tdf$/iu.test(name) ? name : `${name}.tdf`);
