import { useState } from 'react';
import { useGoBack } from '../../app/shell/back.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { ReadyForm } from './decision-ready-form.component.tsx';
import { decisionTexts } from './decision-texts.rules.ts';
import type { Deciding, FlowAddress } from './flow-address.rules.ts';
import { FlowProblemState } from './flow-problem.component.tsx';
import { problemOf } from './flow-problem.rules.ts';
import { useEntryOf } from './outbox-entries.hook.ts';
import { OutboxNotice } from './outbox-notice.component.tsx';
import { type FlowView, useFlow } from './work.queries.ts';

type DecisionProps = { readonly action: Deciding; readonly address: FlowAddress };

/** Deciding a task: the remark first, and below it once more what one decides on. */
export function DecisionForm({ action, address }: DecisionProps) {
  const { work, common } = useTexts();
  const errorOf = useErrorText();
  const goBack = useGoBack();
  const flow = useFlow(address.flowID);
  // What was seen first is what is decided on: if it changes meanwhile, the service says so.
  const [seen, setSeen] = useState<FlowView | undefined>(flow.data);
  if (seen === undefined && flow.data !== undefined) setSeen(flow.data);
  const { title } = decisionTexts(work, action);
  const myTask = seen?.info.myTask ?? null;
  const taskID = address.taskID ?? myTask?.id;
  const entry = useEntryOf([taskID]);
  const isForbidden = action === 'complete' && myTask?.canComplete === false;
  const isFit =
    (myTask?.nodeType === 'approve' && !isForbidden) ||
    (action === 'transfer' && myTask?.nodeType === 'file_process');
  const isOpen = myTask?.state === 'awaiting' && isFit;
  const problem = problemOf(flow.error);
  // What is sent from here waits for a moment too: the form stays until it knows more.
  const [sends, setSends] = useState(false);

  if (entry?.state === 'waiting' && !sends) {
    return (
      <Screen title={title}>
        <OutboxNotice entry={entry} />
      </Screen>
    );
  }
  if (seen !== undefined && taskID !== undefined && isOpen) {
    return (
      <ReadyForm action={action} title={title} seen={seen} taskID={taskID} onSend={() => setSends(true)} />
    );
  }
  return (
    <Screen title={title}>
      {flow.isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
      {problem !== null && seen === undefined ? <FlowProblemState problem={problem} /> : null}
      {flow.error === null || problem !== null || seen !== undefined || flow.isPending ? null : (
        <ErrorState
          text={errorOf(flow.error)}
          retryLabel={common.retry}
          retrying={flow.isFetching}
          onRetry={() => void flow.refetch()}
        />
      )}
      {seen === undefined ? null : (
        <EmptyState
          title={isForbidden ? work.notCompletable : work.taskOver}
          action={<Button onClick={goBack}>{work.backToFlow}</Button>}
        />
      )}
    </Screen>
  );
}
