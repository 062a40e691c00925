import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { Progress } from '@sealflow/ui/status/progress.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../preview.module.css';
import { useOpenPreview } from './open-preview.hook.ts';

type WaitingProps = {
  /** The share that is done, 0 to 1, where it is known. */
  readonly progress?: number | null;
  readonly label?: string;
};

/** Shows nothing for 300 ms, then progress, and after a second a cancel button, which closes the layer. */
export function Waiting({ progress = null, label }: WaitingProps) {
  const { preview } = useTexts();
  const { close } = useOpenPreview();
  const shownLabel = label ?? preview.opening;
  const isLongWait = useLongWait(true);
  const isVeryLongWait = useLongWait(true, 1000);
  return (
    <output className={styles.center}>
      {isLongWait ? (
        <>
          {progress === null ? (
            <Spinner />
          ) : (
            <div className={styles.progress}>
              <Progress label={shownLabel} value={progress} max={1} />
            </div>
          )}
          <span>{shownLabel}</span>
        </>
      ) : null}
      {isVeryLongWait ? <Button onClick={close}>{preview.cancel}</Button> : null}
    </output>
  );
}
