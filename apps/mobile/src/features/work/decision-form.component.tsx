import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useGoBack } from '../../app/shell/back.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { ApiError, useErrorText } from '../../platform/api/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { useDecision, type Verdict } from './decision.queries.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import styles from './decision-form.module.css';
import { type FlowAddress, finishPath } from './flow-address.rules.ts';
import { FlowFacts } from './flow-facts.component.tsx';
import { FlowFiles } from './flow-files.component.tsx';
import { useKeyboardInset } from './keyboard-inset.hook.ts';
import { draftKey, keepDraft, useRemarkDrafts } from './remark-drafts.store.ts';
import { RemarkField } from './remark-field.component.tsx';
import { type FlowView, useFlow } from './work.queries.ts';

type DecisionProps = { readonly verdict: Verdict; readonly address: FlowAddress };

/** Deciding a task: the remark first, and below it once more what one decides on. */
export function DecisionForm({ verdict, address }: DecisionProps) {
  const { work, common } = useTexts();
  const errorOf = useErrorText();
  const goBack = useGoBack();
  const flow = useFlow(address.flowID);
  // What was seen first is what is decided on: if it changes meanwhile, the service says so.
  const [seen, setSeen] = useState<FlowView | undefined>(flow.data);
  if (seen === undefined && flow.data !== undefined) setSeen(flow.data);
  const title = verdict === 'approve' ? work.approveTitle : work.rejectTitle;
  const taskID = address.taskID ?? seen?.info.myTask?.id;
  const isOpen = seen?.info.myTask?.state === 'awaiting' && seen.info.myTask.nodeType === 'approve';

  if (seen !== undefined && taskID !== undefined && isOpen) {
    return <ReadyForm verdict={verdict} title={title} seen={seen} taskID={taskID} />;
  }
  return (
    <Screen title={title}>
      {flow.isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
      {flow.error === null ? null : (
        <ErrorState
          text={errorOf(flow.error)}
          retryLabel={common.retry}
          retrying={flow.isFetching}
          onRetry={() => void flow.refetch()}
        />
      )}
      {seen === undefined ? null : (
        <EmptyState title={work.taskOver} action={<Button onClick={goBack}>{work.backToFlow}</Button>} />
      )}
    </Screen>
  );
}

type ReadyFormProps = {
  readonly verdict: Verdict;
  readonly title: string;
  readonly seen: FlowView;
  readonly taskID: string;
};

function ReadyForm({ verdict, title, seen, taskID }: ReadyFormProps) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { depth } = useDecisionDepth();
  const inset = useKeyboardInset();
  const draft = draftKey(verdict, taskID);
  const remark = useRemarkDrafts((drafts) => drafts[draft] ?? '');
  const { mutate, isPending, error } = useDecision();
  const { info, files } = seen;
  const approves = verdict === 'approve';
  const sending = useRef(false);

  const send = () => {
    // A second press can come before the first one is drawn.
    if (sending.current) return;
    sending.current = true;
    mutate(
      { verdict, taskID, remark, info, files },
      {
        onSettled: () => {
          sending.current = false;
        },
        onSuccess: () => {
          keepDraft(draft, '');
          void navigate(finishPath(verdict, { flowID: info.id, taskID }), {
            replace: true,
            state: { depth },
          });
        },
      },
    );
  };
  return (
    <Screen
      title={title}
      bottom={
        <div style={{ paddingBottom: inset }}>
          <Button
            wide
            look={approves ? 'primary' : 'danger'}
            loading={isPending}
            disabled={isOutdated(error)}
            onClick={send}
          >
            {approves ? work.confirmApprove : work.confirmReject}
          </Button>
        </div>
      }
    >
      {error === null ? null : <Refusal error={error} />}
      <RemarkField
        value={remark}
        phrases={approves ? work.approvePhrases : work.rejectPhrases}
        onChange={(text) => keepDraft(draft, text)}
      />
      <section className={styles.subject} aria-label={work.backToFlow}>
        <FlowFacts flow={info} />
        <FlowFiles flow={info} files={files} />
      </section>
    </Screen>
  );
}

/** Failures that another press does not mend: the application has to be looked at again. */
const outdated: ReadonlySet<string> = new Set([
  'work.task_state_error',
  'work.flow_state_error',
  'work.changed_since_seen',
  'work.task_not_found',
  'work.flow_not_found',
]);

const isOutdated = (error: Error | null) => error instanceof ApiError && outdated.has(error.code);

function Refusal({ error }: { readonly error: Error }) {
  const { work } = useTexts();
  const errorOf = useErrorText();
  const goBack = useGoBack();
  return (
    <div className={styles.refusal} role="alert">
      <p>{errorOf(error)}</p>
      {isOutdated(error) ? <Button onClick={goBack}>{work.lookAgain}</Button> : null}
    </div>
  );
}
