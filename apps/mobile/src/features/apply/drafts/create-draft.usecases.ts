import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import type { Attachment } from '../apply-address.rules.ts';
import type { DraftPerson } from '../draft.types.ts';
import { updateDraft } from '../drafts.store.ts';
import { openAttachedDocument } from '../uploads/attached-document.usecases.ts';
import { addFiles, openDraft } from './drafts.usecases.ts';
import type { NewDraftInput } from './new-draft.rules.ts';

export type DraftWithDocument = {
  readonly start: NewDraftInput;
  readonly attachment: Attachment;
  /** The user's own membership in the tenant. */
  readonly person: DraftPerson | null;
};

/**
 * Creates a draft with an attached document: the upload starts and the file name becomes the title. If the
 * document belongs to someone else, the user is preselected as the person who gets access.
 * @throws DocumentError; errors of reading the document.
 */
export async function createDraftWithDocument(
  context: DocumentsContext,
  { start, attachment, person }: DraftWithDocument,
): Promise<void> {
  const { file, owner } = await openAttachedDocument(context, attachment);
  const isForSelf = person !== null && person.fid !== owner;
  await openDraft(context, start);
  await updateDraft(context, start.draftID, (draft) => ({
    ...draft,
    title: file.name,
    details: {
      ...draft.details,
      people: isForSelf ? [{ fid: person.fid, name: person.name }] : [],
    },
  }));
  await addFiles(context, start.draftID, [file]);
}
