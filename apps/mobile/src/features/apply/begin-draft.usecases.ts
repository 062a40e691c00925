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
  /** The person themselves, in the tenant. */
  readonly person: DraftPerson | null;
};

/**
 * Begins an application with a document: its file is on its way and its name is the title. Access to
 * somebody else's document is asked for oneself, unless one says otherwise.
 * @throws DocumentError; what reading the document fails with.
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
