import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import type { SealedFile } from '../../../platform/documents/sealing.types.ts';
import styles from './seal.module.css';
import type { SealingState } from './sealing.hook.ts';

type SealingFailureProps = {
  readonly state: Extract<SealingState, { phase: 'failed' }>;
  readonly onRegisterAgain: (sealed: SealedFile) => void;
  readonly onDiscard: () => void;
};

/** The error, and whether the file is already sealed and only its registration has to be retried. */
export function SealingFailure({ state, onRegisterAgain, onDiscard }: SealingFailureProps) {
  const { seal, common } = useTexts();
  const errorOf = useErrorText();
  const { error, sealed } = state;
  return (
    <div className={styles.refusal} role="alert">
      <p>{sealed === null ? seal.failed : seal.notRegistered}</p>
      <p className={styles.under}>{errorOf(error)}</p>
      <p className={styles.under}>{sealed === null ? seal.failedHint : seal.notRegisteredHint}</p>
      {sealed === null ? null : (
        <p>
          <Button ref={focusIfLost} variant="primary" onClick={() => onRegisterAgain(sealed)}>
            {common.retry}
          </Button>{' '}
          <Button onClick={onDiscard}>{seal.giveUp}</Button>
        </p>
      )}
    </div>
  );
}
