import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';
import {
  applicationDraftsOf,
  type StoredDraft,
} from '../../platform/database/application-drafts.repository.ts';
import { localDatabase } from '../../platform/database/local-database.adapter.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { ApplicationDraft } from './draft.types.ts';

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

async function writeAll(context: DocumentsContext): Promise<void> {
  const stored = await draftsOfAccount(context);
  for (let [next] = unwritten.values(); next !== undefined; [next] = unwritten.values()) {
    unwritten.delete(next.draftID);
    const { draftID, tid, updateAt } = next;
    await stored.put({ draftID, tid, body: JSON.stringify(next) }, updateAt);
  }
}
