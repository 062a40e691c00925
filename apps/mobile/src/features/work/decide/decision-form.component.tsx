import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { QueryError } from '../../../shell/notices/query-error.component.tsx';
import { Screen } from '../../../shell/screen.component.tsx';
import type { DecisionAction, FlowAddress } from '../flow-address.rules.ts';
import { useOutboxEntryOf } from '../outbox/outbox-entries.hook.ts';
import { OutboxNotice } from '../outbox/outbox-notice.component.tsx';
import { type FlowView, useFlow } from '../work.queries.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import { ReadyForm } from './decision-ready-form.component.tsx';
import { decisionTexts } from './decision-texts.rules.ts';
import { FlowProblemState } from './flow-problem.component.tsx';
import { problemOf } from './flow-problem.rules.ts';

type DecisionProps = { readonly action: DecisionAction; readonly address: FlowAddress };

/** Decides a task: the remark, and below it the application. */
export function DecisionForm({ action, address }: DecisionProps) {
  const texts = useTexts();
  const { work, common, returns } = texts;
  const { openFlow } = useDecisionDepth();
  const flow = useFlow(address.flowID);
  // The decision applies to the version first shown; the service rejects it if the application has changed.
  const [seen, setSeen] = useState<FlowView | undefined>(flow.data);
  if (seen === undefined && flow.data !== undefined) setSeen(flow.data);
  const { title } = decisionTexts(texts, action);
  const myTask = seen?.info.myTask ?? null;
  const taskID = address.taskID ?? myTask?.id;
  const entry = useOutboxEntryOf([taskID]);
  const isForbidden =
    (action === 'complete' && myTask?.canComplete === false) ||
    (action === 'return' && myTask !== null && myTask.returnStages === undefined);
  const forbiddenText = action === 'return' ? returns.notPossible : work.notCompletable;
  const canDecide =
    (myTask?.nodeType === 'approve' && !isForbidden) ||
    (action === 'transfer' && myTask?.nodeType === 'file_process');
  const isOpen = myTask?.state === 'awaiting' && canDecide;
  const problem = problemOf(flow.error);
  // An entry submitted by this form is queued for a moment too; the form stays until the result is known.
  const [hasSent, setHasSent] = useState(false);

  if (entry?.state === 'waiting' && !hasSent) {
    return (
      <Screen title={title}>
        <OutboxNotice entry={entry} />
      </Screen>
    );
  }
  if (seen !== undefined && taskID !== undefined && isOpen) {
    return (
      <ReadyForm action={action} title={title} seen={seen} taskID={taskID} onSend={() => setHasSent(true)} />
    );
  }
  return (
    <Screen title={title}>
      {flow.isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
      {problem !== null && seen === undefined ? <FlowProblemState problem={problem} /> : null}
      {problem !== null || seen !== undefined || flow.isPending ? null : <QueryError query={flow} />}
      {seen === undefined ? null : (
        <EmptyState
          title={isForbidden ? forbiddenText : work.taskOver}
          action={<Button onClick={openFlow}>{work.backToFlow}</Button>}
        />
      )}
    </Screen>
  );
}
