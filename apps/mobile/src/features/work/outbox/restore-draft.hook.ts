import type { OutboxEntry } from '../../../platform/outbox/index.ts';
import { markUndecided } from '../queue/decided.store.ts';
import { useSetTextDraft } from '../text-draft.hook.ts';
import { peopleDraftName, remarkDraftName, stageDraftName } from '../text-drafts.store.ts';

/** Puts the remark and the people of a withdrawn decision back into its form. */
export function useRestoreDraft(): (entry: OutboxEntry) => void {
  const setDraft = useSetTextDraft();
  return ({ action, subject, remark, people, stage }) => {
    markUndecided(subject);
    if (remark !== '') setDraft(remarkDraftName(action, subject), remark);
    if (stage != null) setDraft(stageDraftName(subject), String(stage));
    if (people.length > 0) setDraft(peopleDraftName(action, subject), JSON.stringify(people));
  };
}
