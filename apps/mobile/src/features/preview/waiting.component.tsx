import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Progress } from '../../ui/progress.component.tsx';
import { Spinner } from '../../ui/spinner.component.tsx';
import { useLongWait } from '../../ui/waiting.hook.ts';
import styles from './preview.module.css';

type WaitingProps = {
  /** How much is done, 0 to 1, where that is known. */
  readonly progress?: number | null;
  readonly onCancel: () => void;
};

/** Nothing for 300 ms, then that it goes on, and after a second a way out. */
export function Waiting({ progress = null, onCancel }: WaitingProps) {
  const { preview } = useTexts();
  const long = useLongWait(true);
  const veryLong = useLongWait(true, 1000);
  return (
    <output className={styles.center}>
      {long ? (
        <>
          {progress === null ? (
            <Spinner />
          ) : (
            <div className={styles.progress}>
              <Progress label={preview.opening} value={progress} max={1} />
            </div>
          )}
          <span>{preview.opening}</span>
        </>
      ) : null}
      {veryLong ? <Button onClick={onCancel}>{preview.cancel}</Button> : null}
    </output>
  );
}
