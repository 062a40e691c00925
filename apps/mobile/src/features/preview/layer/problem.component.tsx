import { isButtonVisible, rights, workButtons } from '@sealflow/domain/roles';
import { LockIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useSessionActions, useSignedIn } from '../../../platform/session/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import styles from '../preview.module.css';
import { remedyFor } from './document-problem.rules.ts';
import { useOpenPreview } from './open-preview.hook.ts';
import type { PreviewState } from './preview.hook.ts';

type ProblemProps = { readonly failure: Extract<PreviewState, { phase: 'failed' }> };

/** The reason why the document cannot be shown, with the available remedy. */
export function Problem({ failure }: ProblemProps) {
  const { preview, common } = useTexts();
  const { fileID, name, retry, close } = useOpenPreview();
  const navigate = useNavigate();
  const { signInAgain } = useSessionActions();
  const canApply = useCanApply(failure.rejectingTenantId);
  const { problem, detail } = failure;
  const remedy = remedyFor(problem);
  const { title, hint } = preview.problems[problem];
  const apply = fileID !== null && remedy === 'apply' && canApply;
  return (
    <div className={styles.problem} role="alert">
      <EmptyState
        icon={<LockIcon size={48} />}
        title={title}
        hint={hint}
        action={
          <div className={styles.actions}>
            {detail === null ? null : <p className={styles.detail}>{detail}</p>}
            <Button onClick={close}>{common.back}</Button>
            {remedy === 'retry' || remedy === 'apply' ? (
              <Button variant={apply ? 'secondary' : 'primary'} onClick={retry}>
                {common.retry}
              </Button>
            ) : null}
            {apply ? (
              <Button
                variant="primary"
                onClick={() =>
                  navigate(
                    viewAddress(paths.work, 'apply', { type: 'file_authorization', file: fileID, name }),
                  )
                }
              >
                {preview.applyForAccess}
              </Button>
            ) : null}
            {remedy === 'signIn' ? (
              <Button variant="primary" onClick={() => void signInAgain()}>
                {preview.signInAgain}
              </Button>
            ) : null}
          </div>
        }
      />
    </div>
  );
}

/**
 * An application can go only to the current organisation, so it must be the one that rejected access, and
 * applying must not be denied.
 */
function useCanApply(rejectingTenantId: string | null): boolean {
  const { tenant, user } = useSignedIn();
  if (user === null || tenant === null || tenant.tid !== rejectingTenantId) return false;
  const { rights: userRights, deny } = user;
  return isButtonVisible(rights.signIn, { rights: userRights, deny }) && !deny.includes(workButtons.apply);
}
