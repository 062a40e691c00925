import { useMemo, useState } from 'react';
import { useGoBack } from '../../app/shell/back.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import type { Outcome } from '../../platform/outbox/index.ts';
import { isRepeatable } from '../../platform/outbox/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Progress } from '../../ui/progress.component.tsx';
import { EmptyState } from '../../ui/state.component.tsx';
import { useBulkDecision, useBulkReading } from './bulk.queries.ts';
import { bulkDraft, readBulk } from './bulk.rules.ts';
import styles from './bulk-form.module.css';
import { type Outcomes, useBulkOutcomes } from './bulk-outcomes.hook.ts';
import { BulkTaskRow } from './bulk-task-row.component.tsx';
import { useDraft } from './draft.hook.ts';
import { remarkDraft } from './drafts.store.ts';
import { RemarkField } from './remark-field.component.tsx';
import type { ChosenTask } from './task-selection.rules.ts';
import { endSelection } from './task-selection.store.ts';
import { useWorkTenant } from './work-tenant.hook.ts';

type BulkFormProps = { readonly action: 'approve' | 'reject' };

/** Decides the selected tasks with one confirmation, and shows a result for each. */
export function BulkForm({ action }: BulkFormProps) {
  const { work } = useTexts();
  const { tid } = useWorkTenant();
  const chosen = useDraft(bulkDraft(tid));
  const [sent, setSent] = useState<readonly ChosenTask[] | null>(null);
  const tasks = useMemo(() => sent ?? readBulk(chosen.text), [sent, chosen.text]);
  const titleOf = action === 'approve' ? work.bulk.approveTitle : work.bulk.rejectTitle;
  if (!chosen.isReady) return <Screen title={work.bulk[action]}>{null}</Screen>;
  if (tasks.length === 0) {
    return (
      <Screen title={work.bulk[action]}>
        <EmptyState title={work.noTodo} />
      </Screen>
    );
  }
  return (
    <ReadyBulk
      action={action}
      title={titleOf(tasks.length)}
      tasks={tasks}
      onSend={() => {
        // The tasks stay in the state for their results; after a reload, queued ones are in the outbox.
        setSent(tasks);
        chosen.keep('');
        endSelection();
      }}
    />
  );
}

type ReadyBulkProps = BulkFormProps & {
  readonly title: string;
  readonly tasks: readonly ChosenTask[];
  readonly onSend: () => void;
};

function ReadyBulk({ action, title, tasks, onSend }: ReadyBulkProps) {
  const { work } = useTexts();
  const goBack = useGoBack();
  const remark = useDraft(remarkDraft(action, 'bulk'));
  const { read, readAgain } = useBulkReading(tasks);
  const decide = useBulkDecision();
  const { outcomes, add } = useBulkOutcomes();
  const [isSending, setSending] = useState(false);

  const isReading = read.size < tasks.length;
  const unread = tasks.filter(({ taskID }) => read.get(taskID) === 'failed');
  const again = tasks.filter(({ taskID }) => needsAgain(outcomes.get(taskID)));
  const isDone = outcomes.size > 0;
  const send = async (those: readonly ChosenTask[]) => {
    setSending(true);
    onSend();
    add(await decide({ action, remark: remark.text, tasks: those, read }));
    setSending(false);
  };
  const confirmText = action === 'approve' ? work.confirmApprove : work.confirmReject;
  return (
    <Screen
      title={title}
      bottom={
        <div className={styles.actions}>
          {isDone && again.length > 0 ? (
            <Button wide loading={isSending} onClick={() => void send(again)}>
              {work.bulk.again(again.length)}
            </Button>
          ) : null}
          {isDone ? (
            <Button
              wide
              look="primary"
              disabled={isSending}
              onClick={() => {
                remark.keep('');
                goBack();
              }}
            >
              {work.done}
            </Button>
          ) : (
            <Button
              wide
              look={action === 'approve' ? 'primary' : 'danger'}
              loading={isSending}
              disabled={isReading || unread.length === tasks.length || !remark.isReady}
              onClick={() => void send(tasks)}
            >
              {confirmText}
            </Button>
          )}
        </div>
      }
    >
      {isReading && !isDone ? (
        <div className={styles.progress}>
          <output>{work.bulk.reading(read.size, tasks.length)}</output>
          <Progress label={work.bulk.reading(read.size, tasks.length)} value={read.size} max={tasks.length} />
        </div>
      ) : null}
      {unread.length > 0 && !isDone && !isReading ? (
        <div className={styles.unread} role="alert">
          <p>{work.bulk.skipped(unread.length)}</p>
          <Button onClick={readAgain}>{work.bulk.readAgain}</Button>
        </div>
      ) : null}
      {isDone ? (
        <Summary outcomes={outcomes} />
      ) : (
        <>
          <RemarkField
            value={remark.text}
            phrases={action === 'approve' ? work.approvePhrases : work.rejectPhrases}
            onChange={remark.keep}
          />
          <p className={styles.hint}>{work.bulk.remarkHint}</p>
        </>
      )}
      <section className={styles.tasks}>
        <h2 className={styles.heading}>{isDone ? work.bulk.results : work.bulk.subject}</h2>
        <ul>
          {tasks.map((task) => (
            <BulkTaskRow
              key={task.taskID}
              task={task}
              read={read.get(task.taskID)}
              outcome={outcomes.get(task.taskID)}
            />
          ))}
        </ul>
      </section>
    </Screen>
  );
}

const needsAgain = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || (outcome.state === 'refused' && isRepeatable(outcome.refusal));

function Summary({ outcomes }: { readonly outcomes: Outcomes }) {
  const { work } = useTexts();
  const countOf = (state: Outcome['state']) =>
    [...outcomes.values()].filter((outcome) => outcome.state === state).length;
  const [sent, waiting, refused] = [countOf('sent'), countOf('waiting'), countOf('refused')];
  return (
    <output className={styles.summary}>
      {sent > 0 ? <span className={styles.sent}>{work.bulk.sent(sent)}</span> : null}
      {waiting > 0 ? <span className={styles.waiting}>{work.bulk.waiting(waiting)}</span> : null}
      {refused > 0 ? <span className={styles.refused}>{work.bulk.refused(refused)}</span> : null}
    </output>
  );
}
