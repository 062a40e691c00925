import { useTexts } from '../../i18n/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { LockIcon } from '../../ui/icons.component.tsx';
import { EmptyState } from '../../ui/state.component.tsx';
import { type PreviewProblem, wayOn } from './document-problem.rules.ts';
import styles from './preview.module.css';

type ProblemProps = {
  readonly problem: PreviewProblem;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** Why there is nothing to see, whom to ask, and what can be done here. */
export function Problem({ problem, onRetry, onClose }: ProblemProps) {
  const { preview, common } = useTexts();
  const { signOut } = useSessionActions();
  const way = wayOn(problem);
  const { title, hint } = preview.problems[problem];
  return (
    <div className={styles.problem} role="alert">
      <EmptyState
        icon={<LockIcon size={48} />}
        title={title}
        hint={hint}
        action={
          <div className={styles.actions}>
            <Button onClick={onClose}>{common.back}</Button>
            {way === 'retry' ? (
              <Button look="primary" onClick={onRetry}>
                {common.retry}
              </Button>
            ) : null}
            {way === 'signIn' ? (
              <Button look="primary" onClick={() => void signOut()}>
                {preview.signInAgain}
              </Button>
            ) : null}
          </div>
        }
      />
    </div>
  );
}
