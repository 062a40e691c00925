import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import styles from './seal.module.css';
import type { SealingState } from './sealing.hook.ts';

type SealingBarProps = {
  readonly state: Extract<SealingState, { phase: 'sealing' | 'registering' }>;
  readonly name: string;
  readonly onStop: () => void;
};

/** The progress of sealing, and a button to cancel it. */
export function SealingBar({ state, name, onStop }: SealingBarProps) {
  const { seal, common } = useTexts();
  const isSealing = state.phase === 'sealing';
  const text = isSealing ? seal.sealing(name) : seal.registering;
  const percent = isSealing && state.total > 0 ? Math.floor((100 * state.done) / state.total) : null;
  return (
    <div className={styles.file}>
      <div className={styles.running}>
        <span className={styles.runningText}>
          <output>{text}</output>
          {percent === null ? null : <span className={styles.soft}>{seal.percent(percent)}</span>}
        </span>
        <Progress label={text} value={percent} />
      </div>
      {/* The focused start button was unmounted. */}
      <Button ref={focusIfLost} variant="quiet" onClick={onStop}>
        {common.cancel}
      </Button>
    </div>
  );
}
