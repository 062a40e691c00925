import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { Outcome } from '../../../platform/outbox/index.ts';
import { isRepeatable } from '../../../platform/outbox/index.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { RemarkField } from '../decide/remark-field.component.tsx';
import { bulkDraftName, parseBulkTasks } from '../list/bulk-draft.rules.ts';
import type { ChosenTask } from '../list/task-selection.rules.ts';
import { endSelection } from '../list/task-selection.store.ts';
import { useTextDraft } from '../text-draft.hook.ts';
import { remarkDraftName } from '../text-drafts.store.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { useBulkDecision, useLoadBulkTasks } from './bulk.queries.ts';
import styles from './bulk-form.module.css';
import { type Outcomes, useBulkOutcomes } from './bulk-outcomes.hook.ts';
import { BulkTaskRow } from './bulk-task-row.component.tsx';

/** /taskagree?view=bulk: approves the selected tasks. */
export function BulkApproveScreen() {
  return <BulkForm action="approve" />;
}

/** /taskrefuse?view=bulk: rejects the selected tasks. */
export function BulkRejectScreen() {
  return <BulkForm action="reject" />;
}

type BulkFormProps = { readonly action: 'approve' | 'reject' };

/** Decides the selected tasks with one confirmation, and shows a result for each. */
function BulkForm({ action }: BulkFormProps) {
  const { work } = useTexts();
  const { tid } = useWorkTenant();
  const selectionDraft = useTextDraft(bulkDraftName(tid));
  const [sent, setSent] = useState<readonly ChosenTask[] | null>(null);
  const tasks = useMemo(() => sent ?? parseBulkTasks(selectionDraft.text), [sent, selectionDraft.text]);
  const titleOf = action === 'approve' ? work.bulk.approveTitle : work.bulk.rejectTitle;
  if (!selectionDraft.isReady) return <Screen title={work.bulk[action]}>{null}</Screen>;
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
        selectionDraft.setText('');
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
  const remark = useTextDraft(remarkDraftName(action, 'bulk'));
  const { loaded, reload } = useLoadBulkTasks(tasks);
  const decide = useBulkDecision();
  const { outcomes, add } = useBulkOutcomes();
  const [isSending, setSending] = useState(false);

  const isLoading = loaded.size < tasks.length;
  const failedTasks = tasks.filter(({ taskID }) => loaded.get(taskID) === 'failed');
  const retryable = tasks.filter(({ taskID }) => isRetryable(outcomes.get(taskID)));
  const isDone = outcomes.size > 0;
  const send = async (toSend: readonly ChosenTask[]) => {
    setSending(true);
    onSend();
    add(await decide({ action, remark: remark.text, tasks: toSend, loaded }));
    setSending(false);
  };
  const confirmText = action === 'approve' ? work.confirmApprove : work.confirmReject;
  return (
    <Screen
      title={title}
      bottom={
        <div className={styles.actions}>
          {isDone && retryable.length > 0 ? (
            <Button wide loading={isSending} onClick={() => void send(retryable)}>
              {work.bulk.again(retryable.length)}
            </Button>
          ) : null}
          {isDone ? (
            <Button
              wide
              variant="primary"
              disabled={isSending}
              onClick={() => {
                remark.setText('');
                goBack();
              }}
            >
              {work.done}
            </Button>
          ) : (
            <Button
              wide
              variant={action === 'approve' ? 'primary' : 'danger'}
              loading={isSending}
              disabled={isLoading || failedTasks.length === tasks.length || !remark.isReady}
              onClick={() => void send(tasks)}
            >
              {confirmText}
            </Button>
          )}
        </div>
      }
    >
      {isLoading && !isDone ? (
        <div className={styles.progress}>
          <output>{work.bulk.reading(loaded.size, tasks.length)}</output>
          <Progress
            label={work.bulk.reading(loaded.size, tasks.length)}
            value={loaded.size}
            max={tasks.length}
          />
        </div>
      ) : null}
      {failedTasks.length > 0 && !isDone && !isLoading ? (
        <div className={styles.unread} role="alert">
          <p>{work.bulk.skipped(failedTasks.length)}</p>
          <Button onClick={reload}>{work.bulk.readAgain}</Button>
        </div>
      ) : null}
      {isDone ? (
        <Summary outcomes={outcomes} />
      ) : (
        <>
          <RemarkField
            value={remark.text}
            phrases={action === 'approve' ? work.approvePhrases : work.rejectPhrases}
            onChange={remark.setText}
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
              loaded={loaded.get(task.taskID)}
              outcome={outcomes.get(task.taskID)}
            />
          ))}
        </ul>
      </section>
    </Screen>
  );
}

const isRetryable = (outcome: Outcome | undefined): boolean =>
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
