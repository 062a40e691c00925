import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';
import {
  applicationDraftsOf,
  type StoredDraft,
} from '../../platform/database/application-drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import { retryInterrupted } from '../../platform/database/retry-interrupted.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { ApplicationDraft, DraftFile } from './draft.types.ts';

/** The drafts opened since the app started. Changes are written to the device as they occur. */
export const useDrafts = create<Readonly<Record<string, ApplicationDraft | undefined>>>(() => ({}));

const unwritten = new Map<string, ApplicationDraft>();
let writing: Promise<void> | null = null;
onForgetPlaces(() => {
  unwritten.clear();
  useDrafts.setState({}, true);
});

export const draftsOfAccount = async ({ platform, accountID }: DocumentsContext) =>
  applicationDraftsOf(await localDatabase(platform), accountID);

export const draftIn = ({ body }: StoredDraft): ApplicationDraft => JSON.parse(body) as ApplicationDraft;

export const shownDraft = (draftID: string): ApplicationDraft | undefined => useDrafts.getState()[draftID];

export const showDraft = (draft: ApplicationDraft): void => useDrafts.setState({ [draft.draftID]: draft });

export const hideDraft = (draftID: string): void => {
  unwritten.delete(draftID);
  useDrafts.setState({ [draftID]: undefined });
};

/** Changes a draft in the store and on the device. Changes during a write are combined into the next one. */
export function changeDraft(
  context: DocumentsContext,
  draftID: string,
  change: (draft: ApplicationDraft) => ApplicationDraft,
): Promise<void> {
  const draft = shownDraft(draftID);
  if (draft === undefined) return Promise.resolve();
  const changed = { ...change(draft), updateAt: context.platform.clock.now() };
  showDraft(changed);
  unwritten.set(draftID, changed);
  writing ??= writeAll(context).finally(() => {
    writing = null;
  });
  return writing;
}

/** Reads a draft from the device, with changes that another tab made; null if it was deleted. */
export async function readDraft(
  context: DocumentsContext,
  draftID: string,
): Promise<ApplicationDraft | null> {
  await writing;
  const row = await (await draftsOfAccount(context)).find(draftID);
  if (row === null) return null;
  const stored = draftIn(row);
  const shown = shownDraft(draftID);
  if (shown !== undefined && shown.updateAt >= stored.updateAt) return shown;
  showDraft(stored);
  return stored;
}

/** Changes one file of a stored draft and leaves the rest as it is, because another tab may have changed it. */
export async function changeFile(
  context: DocumentsContext,
  { draftID, fileID }: { readonly draftID: string; readonly fileID: string },
  changed: Partial<DraftFile>,
): Promise<void> {
  const change = (draft: ApplicationDraft): ApplicationDraft => ({
    ...draft,
    files: draft.files.map((file) => (file.id === fileID ? { ...file, ...changed } : file)),
  });
  const [shown, next] = [shownDraft(draftID), unwritten.get(draftID)];
  if (shown !== undefined) showDraft(change(shown));
  if (next !== undefined) unwritten.set(draftID, change(next));
  await writing;
  await (await localDatabase(context.platform)).transaction(async (tx) => {
    const stored = applicationDraftsOf(tx, context.accountID);
    const row = await stored.find(draftID);
    if (row === null) return;
    const updateAt = context.platform.clock.now();
    await stored.put({ ...row, body: JSON.stringify({ ...change(draftIn(row)), updateAt }) }, updateAt);
  });
}

async function writeAll(context: DocumentsContext): Promise<void> {
  const stored = await draftsOfAccount(context);
  for (let [next] = unwritten.values(); next !== undefined; [next] = unwritten.values()) {
    unwritten.delete(next.draftID);
    const { draftID, tid, updateAt } = next;
    try {
      // Idempotent: a write stores the whole draft, so it can be repeated.
      await retryInterrupted(() => stored.put({ draftID, tid, body: JSON.stringify(next) }, updateAt));
    } catch (error) {
      // The next change retries this draft, unless a newer text is queued or the draft was deleted.
      if (!unwritten.has(draftID) && shownDraft(draftID) !== undefined) unwritten.set(draftID, next);
      throw error;
    }
  }
}
