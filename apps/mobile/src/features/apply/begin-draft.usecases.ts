import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { Attachment } from './apply-address.rules.ts';
import { attachedDocument } from './attached-document.usecases.ts';
import type { DraftPerson } from './draft.types.ts';
import { changeDraft } from './drafts.store.ts';
import { addFiles, openDraft } from './drafts.usecases.ts';
import type { DraftStart } from './new-draft.rules.ts';

export type Beginning = {
  readonly start: DraftStart;
  readonly attach: Attachment;
  /** The user's own membership in the tenant. */
  readonly person: DraftPerson | null;
};

/**
 * Creates a draft with an attached document: the upload starts and the file name becomes the title. If the
 * document belongs to someone else, the user is preselected as the person who gets access.
 * @throws DocumentError; errors of reading the document.
 */
export async function beginWithDocument(
  context: DocumentsContext,
  { start, attach, person }: Beginning,
): Promise<void> {
  const { file, owner } = await attachedDocument(context, attach);
  const asks = person !== null && person.fid !== owner;
  await openDraft(context, start);
  await changeDraft(context, start.draftID, (draft) => ({
    ...draft,
    title: file.name,
    details: {
      ...draft.details,
      people: asks ? [{ fid: person.fid, name: person.name }] : [],
    },
  }));
  await addFiles(context, start.draftID, [file]);
}
