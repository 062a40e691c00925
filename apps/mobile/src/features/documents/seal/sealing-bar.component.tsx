import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { isUnfinished, overallPercent } from '../../../platform/documents/file-queue.rules.ts';
import styles from './seal.module.css';
import type { SealRow } from './sealing.hook.ts';

type SealingBarProps = { readonly rows: readonly SealRow[]; readonly onStop: () => void };

/** The progress over all files, and a button to cancel all. */
export function SealingBar({ rows, onStop }: SealingBarProps) {
  const { seal, common } = useTexts();
  const running = rows.find(({ state }) => state.phase === 'running')?.state;
  const isRegistering = running?.phase === 'running' && running.percent === null;
  const position = rows.length - rows.filter(isUnfinished).length + 1;
  const single = isRegistering ? seal.registering : seal.sealing(rows[0]?.name ?? '');
  const text = rows.length === 1 ? single : seal.sealingMany(position, rows.length);
  const percent = rows.length === 1 && isRegistering ? null : overallPercent(rows);
  return (
    <div className={styles.file}>
      <div className={styles.running}>
        <span className={styles.runningText}>
          <span>{text}</span>
          {percent === null ? null : <span className={styles.soft}>{seal.percent(percent)}</span>}
        </span>
        <Progress label={text} value={percent} />
      </div>
      {/* The focused start button was unmounted. */}
      <Button ref={focusIfLost} variant="quiet" onClick={onStop}>
        {rows.length === 1 ? common.cancel : seal.cancelAll}
      </Button>
    </div>
  );
}
