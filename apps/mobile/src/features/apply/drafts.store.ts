import { create } from 'zustand';
import {
  applicationDraftsOf,
  type StoredDraft,
} from '../../platform/database/application-drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { retryInterrupted } from '../../platform/database/retry-interrupted.util.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { onScrollPositionsCleared } from '../../shell/navigation/scroll-restoration.hook.ts';
import type { ApplicationDraft, DraftFile } from './draft.types.ts';

/** The drafts opened since the app started. Changes are written to the device as they occur. */
export const useApplicationDrafts = create<Readonly<Record<string, ApplicationDraft | undefined>>>(
  () => ({}),
);

const pendingWrites = new Map<string, ApplicationDraft>();
let activeWrite: Promise<void> | null = null;
onScrollPositionsCleared(() => {
  pendingWrites.clear();
  useApplicationDrafts.setState({}, true);
});

export const openAccountDrafts = async ({ platform, accountID }: DocumentsContext) =>
  applicationDraftsOf(await localDatabase(platform), accountID);

export const parseDraft = ({ body }: StoredDraft): ApplicationDraft => JSON.parse(body) as ApplicationDraft;

export const getDraft = (draftID: string): ApplicationDraft | undefined =>
  useApplicationDrafts.getState()[draftID];

export const setDraft = (draft: ApplicationDraft): void =>
  useApplicationDrafts.setState({ [draft.draftID]: draft });

export const evictDraft = (draftID: string): void => {
  pendingWrites.delete(draftID);
  useApplicationDrafts.setState({ [draftID]: undefined });
};

/** Changes a draft in the store and on the device. Changes during a write are combined into the next one. */
export function updateDraft(
  context: DocumentsContext,
  draftID: string,
  change: (draft: ApplicationDraft) => ApplicationDraft,
): Promise<void> {
  const draft = getDraft(draftID);
  if (draft === undefined) return Promise.resolve();
  const changed = { ...change(draft), updateAt: context.platform.clock.now() };
  setDraft(changed);
  pendingWrites.set(draftID, changed);
  return startWrite(context);
}

const startWrite = (context: DocumentsContext): Promise<void> =>
  (activeWrite ??= flushPendingWrites(context));

/**
 * Reads a draft from the device, with changes that another tab made; null if it was deleted. A change whose write
 * failed is written first: a draft that was never stored does not count as deleted.
 * @throws StorageError if the change cannot be written now either.
 */
export async function readDraft(
  context: DocumentsContext,
  draftID: string,
): Promise<ApplicationDraft | null> {
  await activeWrite;
  if (pendingWrites.has(draftID)) await startWrite(context);
  const row = await (await openAccountDrafts(context)).find(draftID);
  if (row === null) return null;
  const stored = parseDraft(row);
  const shown = getDraft(draftID);
  if (shown !== undefined && shown.updateAt >= stored.updateAt) return shown;
  setDraft(stored);
  return stored;
}

/** Changes one file of a stored draft and leaves the rest as it is, because another tab may have changed it. */
export async function updateFile(
  context: DocumentsContext,
  { draftID, fileID }: { readonly draftID: string; readonly fileID: string },
  changed: Partial<DraftFile>,
): Promise<void> {
  const change = (draft: ApplicationDraft): ApplicationDraft => ({
    ...draft,
    files: draft.files.map((file) => (file.id === fileID ? { ...file, ...changed } : file)),
  });
  const [shown, next] = [getDraft(draftID), pendingWrites.get(draftID)];
  if (shown !== undefined) setDraft(change(shown));
  if (next !== undefined) pendingWrites.set(draftID, change(next));
  await activeWrite;
  await (await localDatabase(context.platform)).transaction(async (tx) => {
    const stored = applicationDraftsOf(tx, context.accountID);
    const row = await stored.find(draftID);
    if (row === null) return;
    const updateAt = context.platform.clock.now();
    await stored.upsert({ ...row, body: JSON.stringify({ ...change(parseDraft(row)), updateAt }) }, updateAt);
  });
}

async function flushPendingWrites(context: DocumentsContext): Promise<void> {
  try {
    const stored = await openAccountDrafts(context);
    for (let [next] = pendingWrites.values(); next !== undefined; [next] = pendingWrites.values())
      await writeDraft(stored, next);
  } finally {
    // Cleared in the same step as the last check of the queue, so that no change is queued without a write.
    activeWrite = null;
  }
}

async function writeDraft(
  stored: Awaited<ReturnType<typeof openAccountDrafts>>,
  next: ApplicationDraft,
): Promise<void> {
  const { draftID, tid, updateAt } = next;
  pendingWrites.delete(draftID);
  try {
    // Idempotent: a write stores the whole draft, so it can be repeated.
    await retryInterrupted(() => stored.upsert({ draftID, tid, body: JSON.stringify(next) }, updateAt));
  } catch (error) {
    // The next change retries this draft, unless a newer text is queued or the draft was deleted.
    if (!pendingWrites.has(draftID) && getDraft(draftID) !== undefined) pendingWrites.set(draftID, next);
    throw error;
  }
}
