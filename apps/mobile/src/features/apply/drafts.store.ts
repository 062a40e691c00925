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

/** The drafts that were looked at since the app started; what they hold is written to the device as it changes. */
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

/** Changes a draft before the eyes and on the device: at every keystroke, the latest text in one write. */
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

/** What the device has of a draft, with what another tab has made of it; null where it is gone. */
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

/** Changes one file of a draft, and nothing of the rest: another tab may have written that anew since. */
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
      // The whole draft each time: stored twice it is the same.
      await retryInterrupted(() => stored.put({ draftID, tid, body: JSON.stringify(next) }, updateAt));
    } catch (error) {
      // The next change writes it, unless it holds a newer text or the draft was deleted.
      if (!unwritten.has(draftID) && shownDraft(draftID) !== undefined) unwritten.set(draftID, next);
      throw error;
    }
  }
}
