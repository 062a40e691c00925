import { AlertIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { emptyFilter, filterQuery } from '../list/approval-filter.rules.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import styles from './decision-form.module.css';
import type { FlowProblem } from './flow-problem.rules.ts';

/** Explains why a task or an application cannot be decided, with a button that leads on. */
export function FlowProblemState({ problem }: { readonly problem: FlowProblem }) {
  const { work } = useTexts();
  const { title, hint, way } = work.problems[problem];
  const resolveProblem = useResolveProblem(problem);
  return (
    <div role="alert">
      <EmptyState
        icon={<AlertIcon size={48} />}
        title={title}
        hint={hint}
        action={<Button onClick={resolveProblem}>{way}</Button>}
      />
    </div>
  );
}

/** The same above a form, whose typed texts stay. */
export function FlowProblemNotice({ problem }: { readonly problem: FlowProblem }) {
  const { work } = useTexts();
  const { title, hint, way } = work.problems[problem];
  const resolveProblem = useResolveProblem(problem);
  return (
    <div className={styles.refusal} role="alert">
      <p>{title}</p>
      <p className={styles.hint}>{hint}</p>
      <Button onClick={resolveProblem}>{way}</Button>
    </div>
  );
}

function useResolveProblem(problem: FlowProblem): () => void {
  const navigate = useNavigate();
  const { openFlow } = useDecisionDepth();
  // The detail screen below the form refetches. If the application is gone, only the list is left to go to.
  return () => {
    if (problem === 'gone')
      navigate(`${paths.approval}?${filterQuery(emptyFilter('tasks'))}`, { replace: true });
    else openFlow();
  };
}
