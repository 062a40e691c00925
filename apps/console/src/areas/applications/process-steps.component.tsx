import type { ProcessStep } from '@sealflow/contract';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { predicateWords } from '../../kit/condition-words.util.ts';
import { Tag } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import styles from './process-steps.module.css';

export type ReassignableTask = { readonly id: string; readonly assignee: { fid: string; name: string } };

type ProcessStepsProps = {
  readonly steps: readonly ProcessStep[];
  /** Only open tasks to decide or to process can be given to another person. */
  readonly onReassign: (task: ReassignableTask) => void;
};

/** The steps of an application with who did what and when. */
export function ProcessSteps({ steps, onReassign }: ProcessStepsProps) {
  const allTexts = useTexts();
  const { applications: texts, workflow, conditions } = allTexts;
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.id} className={styles.step}>
          <h3 className={styles.title}>
            {isRevision(step) ? texts.revision : workflow.steps[step.stepType]}
            {step.mode === null ? null : <span className={styles.rule}>{workflow.rules[step.mode]}</span>}
            {step.state === 'pending' ? <Tag>{texts.pending}</Tag> : null}
            {step.state === 'skipped' && step.skippedBecause === undefined ? (
              <Tag>{texts.skipped}</Tag>
            ) : null}
          </h3>
          {step.skippedBecause === undefined ? null : (
            <p className={styles.note}>
              {conditions.skipped(
                step.skippedBecause.map((one) => predicateWords(one, allTexts)).join(conditions.separator),
              )}
            </p>
          )}
          {step.tasks.length === 0 ? null : (
            <ul className={styles.tasks}>
              {step.tasks.map((task) => (
                <TaskLine key={task.id} step={step} task={task} onReassign={onReassign} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

type TaskLineProps = {
  readonly step: ProcessStep;
  readonly task: ProcessStep['tasks'][number];
  readonly onReassign: ProcessStepsProps['onReassign'];
};

/** Whether the applicant changes the application in the step after a return. */
const isRevision = ({ id }: ProcessStep): boolean => id.startsWith('initiate.');

function TaskLine({ step, task, onReassign }: TaskLineProps) {
  const { stepType } = step;
  const { applications: texts } = useTexts();
  const ownResult = useResult(step, task);
  const timeText = useTimeText();
  const { id, assignee, state, note, createAt, processTime, reassignment, decidedBy } = task;
  const nameOf = (person: typeof assignee) => person?.name || person?.fid || texts.nobody;
  const by = reassignment?.by ?? null;
  const reassigner = by === null ? texts.administrator : nameOf(by);
  const decider = decidedBy ? texts.decidedFor(nameOf(decidedBy), nameOf(assignee)) : nameOf(assignee);
  const canReassign =
    assignee !== null && state === 'awaiting' && (stepType === 'approve' || stepType === 'file_process');
  return (
    <li className={styles.task}>
      <div>
        <strong>{reassignment ? reassigner : decider}</strong>{' '}
        <span>
          {reassignment ? texts.reassignedFromTo(nameOf(assignee), nameOf(reassignment.to)) : ownResult}
        </span>
        <div className={styles.time}>{timeText(processTime ?? createAt)}</div>
        {note ? <p className={styles.note}>{note}</p> : null}
      </div>
      {canReassign ? (
        <Button aria-label={texts.reassignTitle(assignee.name)} onPress={() => onReassign({ id, assignee })}>
          {texts.reassign}
        </Button>
      ) : null}
    </li>
  );
}

function useResult(
  step: ProcessStep,
  { state, outcome, returnedTo, escalatedTo }: TaskLineProps['task'],
): string {
  const { applications: texts, workflow, escalation } = useTexts();
  if (escalatedTo !== undefined) return escalation.escalatedTo(escalatedTo.name || escalatedTo.fid);
  if (returnedTo !== undefined) {
    return returnedTo.stage === null
      ? texts.returnedToApplicant
      : texts.returnedToStage(returnedTo.stage + 1);
  }
  if (isRevision(step) && outcome === 'handled') return texts.resubmitted;
  return outcome === null ? workflow.taskStates[state] : workflow.outcomes[outcome];
}
