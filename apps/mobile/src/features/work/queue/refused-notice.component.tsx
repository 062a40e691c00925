import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useLocation } from '../../../shell/router/index.ts';
import { useOutboxEntries } from '../outbox/outbox-entries.hook.ts';
import { useEntryText } from '../outbox/outbox-notice.component.tsx';
import { markUndecided } from './decided.store.ts';
import styles from './queue.module.css';
import { useReturnToTask } from './undo.hook.ts';

/**
 * Names the task whose decision the service refused after the next task was opened, and leads back to it. The task
 * itself shows the same with all actions.
 */
export function RefusedNotice() {
  const { queue, work, common } = useTexts();
  const { search } = useLocation();
  const entryText = useEntryText();
  const returnToTask = useReturnToTask();
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const refused = useOutboxEntries().filter(
    ({ state, notBefore }) => state === 'refused' && notBefore !== null,
  );
  useEffect(() => {
    for (const { subject } of refused) markUndecided(subject);
  });
  const shownTask = new URLSearchParams(search).get('taskID');
  const [first, ...more] = refused.filter(({ seq, subject }) => subject !== shownTask && !closed.has(seq));
  if (first === undefined) return null;
  const { seq, action, title } = first;
  return (
    <section className={styles.refused} role="alert">
      <p className={styles.title}>{queue.refused(work.outbox.actions[action], title)}</p>
      <p>{entryText(first)}</p>
      {more.length === 0 ? null : <p>{work.outbox.refusedBanner(more.length + 1)}</p>}
      <div className={styles.actions}>
        <Button onClick={() => returnToTask(first, false)}>{queue.look}</Button>
        <Button variant="quiet" onClick={() => setClosed(new Set([...closed, seq]))}>
          {common.close}
        </Button>
      </div>
    </section>
  );
}
