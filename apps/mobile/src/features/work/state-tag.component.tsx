import type { Flow, Task } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';
import styles from './state-tag.module.css';

type Tone = 'open' | 'good' | 'bad' | 'over' | 'late';

const flowTones: Readonly<Record<Flow['state'], Tone>> = {
  new: 'over',
  approving: 'open',
  waiting: 'open',
  passed: 'good',
  reviewed: 'good',
  not_processed: 'open',
  processing: 'open',
  processed: 'good',
  rejected: 'bad',
  finished: 'good',
  canceled: 'over',
  terminated: 'bad',
};

export function FlowStateTag({ flow }: { readonly flow: Pick<Flow, 'state' | 'returned'> }) {
  const { work, returns } = useTexts();
  const { state } = flow;
  if (flow.returned) return <Tag tone="late" text={returns.tag} />;
  return <Tag tone={flowTones[state]} text={work.flowStates[state]} />;
}

/** The tag of a completed task shows its outcome, not only its state. */
export function TaskStateTag({ task }: { readonly task: Pick<Task, 'state' | 'outcome' | 'nodeType'> }) {
  const { work, returns } = useTexts();
  const { state, outcome, nodeType } = task;
  const ownText = outcome === null ? work.taskStates[state] : work.outcomes[outcome];
  // Only a return gives an approval this outcome.
  const text = nodeType === 'approve' && outcome === 'handled' ? returns.outcome : ownText;
  return <Tag tone={toneOf(task)} text={text} />;
}

/** The tag of a task with a queued decision. */
export function WaitingTag() {
  const { work } = useTexts();
  return <Tag tone="late" text={work.outbox.mark} />;
}

export function toneOf({ state, outcome }: Pick<Task, 'state' | 'outcome'>): Tone {
  if (state === 'awaiting') return 'open';
  if (outcome === 'transferred' || outcome === 'converted_to_add_approval') return 'over';
  if (outcome === 'rejected' || outcome === 'rejected_by_others' || outcome === 'deadline_exceeded')
    return 'bad';
  return state === 'processed' ? 'good' : 'over';
}

function Tag({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {text}
    </span>
  );
}
