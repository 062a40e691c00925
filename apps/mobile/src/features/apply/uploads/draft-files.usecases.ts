import type { FileService } from '../../../platform/api/file-token.client.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { accountFolder } from '../../../platform/documents/document.types.ts';
import { sendWaiting, useOutboxStore } from '../../../platform/outbox/index.ts';
import type { UploadOwner } from '../../../shell/uploads/upload.types.ts';
import { getDraft, updateFile } from '../drafts.store.ts';

/** Folder of the copies of a draft's files. */
export const draftFolder = (accountID: string, draftID: string) =>
  `${accountFolder(accountID)}/drafts/${draftID}`;

/** The draft of an application as the owner of uploads. */
export const uploadOwnerOf = (
  context: DocumentsContext,
  { draftID, tid }: { readonly draftID: string; readonly tid: string },
): UploadOwner => ({
  tid,
  folder: draftFolder(context.accountID, draftID),
  find: (fileID) => getDraft(draftID)?.files.find(({ id }) => id === fileID),
  change: (fileID, changed) => updateFile(context, { draftID, fileID }, changed),
  onEnd: () => resumeSubmission(draftID),
});

/** A queued application is sent with its last upload, or rejected with a failed one. */
function resumeSubmission(draftID: string): void {
  const { entries } = useOutboxStore.getState();
  if (entries.some(({ subject, state }) => subject === draftID && state === 'waiting')) void sendWaiting();
}

export const fileServiceOf = ({ api, platform, accountID }: DocumentsContext, tid: string): FileService => ({
  api,
  platform,
  accountID,
  tid,
});
