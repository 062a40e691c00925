import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import { DocumentError } from '../../../platform/documents/document.errors.ts';
import { type DocumentsContext, storedPath } from '../../../platform/documents/document.types.ts';
import { storedFlowFile } from '../../../platform/documents/flow-file.rules.ts';
import { recentFilesOf } from '../../../platform/documents/recent-files.repository.ts';
import { remoteSource } from '../../../platform/documents/remote-source.client.ts';
import type { PickedFile } from '../../../platform/index.ts';
import type { Attachment } from '../apply-address.rules.ts';
import { openStoredFile } from './recent-files.usecases.ts';

/**
 * Opens a document of the app as if the user had just picked it, still sealed if it is sealed. The content is
 * the copy on this device, or else the flow's file at the service.
 * @returns the file, and the owner's id that the local record has.
 * @throws DocumentError `missing` if neither place has it; errors of the service call.
 */
export async function openAttachedDocument(
  context: DocumentsContext,
  { fileID, name }: Attachment,
): Promise<{ file: PickedFile; owner: string | null }> {
  const { platform, accountID } = context;
  const record = await recentFilesOf(await localDatabase(platform), accountID).find(fileID);
  const owner = record?.userOID ?? null;
  const files = await platform.files();
  if ((await files.stat(storedPath(accountID, fileID))) !== null) {
    const stored = await openStoredFile(context, fileID);
    return { file: stored.name === '' ? { ...stored, name } : stored, owner };
  }
  const flowFile = storedFlowFile(fileID);
  if (flowFile === null) throw new DocumentError('missing');
  const source = await remoteSource({ ...context, tid: flowFile.tid }, flowFile.uri);
  const file: PickedFile = {
    name: record?.fileWholeName ?? name,
    size: source.size,
    modifiedAt: 0,
    read: (offset, length) => source.read(offset, Math.min(length, source.size - offset)),
  };
  return { file, owner };
}
