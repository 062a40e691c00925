import type { ProcessStep } from '@sealflow/contract';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { toneOf } from '../state-tag.component.tsx';
import styles from './timeline.module.css';
import { unmetText } from './unmet-text.rules.ts';

/** The steps of an application's process, with each participant's result. */
export function Timeline({ steps }: { readonly steps: readonly ProcessStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { readonly step: ProcessStep }) {
  const { work, returns } = useTexts();
  const { stepType, state, mode, tasks, skippedBecause } = step;
  const note = state === 'pending' ? work.pending : state === 'skipped' ? work.skipped : null;
  // The step of the applicant after a return has a number in its id.
  const name = step.id.startsWith('initiate.') ? returns.revisionStep : work.steps[stepType];
  const because = skippedBecause?.map((unmet) => unmetText(unmet, work)).join(work.condition.separator);
  const rule = mode !== null && tasks.length > 1 ? work.modes[mode] : null;
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <div className={styles.head}>
        <h4 className={styles.name}>{name}</h4>
        {note === null ? null : <span className={styles.soft}>{note}</span>}
      </div>
      {because === undefined ? null : <p className={styles.soft}>{work.condition.because(because)}</p>}
      {rule === null ? null : <p className={styles.soft}>{rule}</p>}
      {tasks.length === 0 ? null : (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <StepTask key={task.id} task={task} stepID={step.id} />
          ))}
        </ul>
      )}
    </li>
  );
}

type StepTaskProps = { readonly task: ProcessStep['tasks'][number]; readonly stepID: string };

function StepTask({ task, stepID }: StepTaskProps) {
  const { work, absence } = useTexts();
  const ownResult = useResult(task, stepID);
  const language = useLanguage();
  const { assignee, note, processTime, reassignment, decidedBy } = task;
  const nameOf = (person: typeof assignee) => person?.name || person?.fid || work.nobody;
  const result = reassignment ? work.reassigned(nameOf(assignee), nameOf(reassignment.to)) : ownResult;
  const actor = reassignment
    ? (reassignment.by?.name ?? work.administrator)
    : decidedBy
      ? absence.decidedFor(nameOf(decidedBy), nameOf(assignee))
      : (assignee?.name ?? work.nobody);
  return (
    <li className={styles.task}>
      <p className={styles.line}>
        <span className={styles.person}>{actor}</span>
        {result === null ? null : (
          <span className={styles.result} data-tone={toneOf(task)}>
            {result}
          </span>
        )}
      </p>
      {note === null || note === '' ? null : <p className={styles.note}>{note}</p>}
      {processTime === null ? null : (
        <time className={styles.soft} dateTime={new Date(processTime).toISOString()}>
          {fullTime(processTime, language)}
        </time>
      )}
    </li>
  );
}

/** What became of a task; null for the first submission, which is no decision. */
function useResult(
  { outcome, returnedTo, escalatedTo }: StepTaskProps['task'],
  stepID: string,
): string | null {
  const { work, returns } = useTexts();
  if (escalatedTo !== undefined) return work.escalatedTo(escalatedTo.name || escalatedTo.fid);
  if (returnedTo !== undefined)
    return returnedTo.stage === null ? returns.outcomeApplicant : returns.outcomeStage(returnedTo.stage + 1);
  if (stepID.endsWith('.initiate')) return null;
  if (stepID.startsWith('initiate.') && outcome !== 'workflow_canceled')
    return outcome === null ? returns.revisionAwaiting : returns.revised;
  return outcome === null ? work.waiting : work.outcomes[outcome];
}
