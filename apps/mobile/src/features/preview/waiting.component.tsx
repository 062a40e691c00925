import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Spinner } from '../../ui/spinner.component.tsx';
import { useLongWait } from '../../ui/waiting.hook.ts';
import styles from './preview.module.css';

/** Nothing for 300 ms, then that it goes on, and after a second a way out. */
export function Waiting({ onCancel }: { readonly onCancel: () => void }) {
  const { preview } = useTexts();
  const long = useLongWait(true);
  const veryLong = useLongWait(true, 1000);
  return (
    <output className={styles.center}>
      {long ? (
        <>
          <Spinner />
          <span>{preview.opening}</span>
        </>
      ) : null}
      {veryLong ? <Button onClick={onCancel}>{preview.cancel}</Button> : null}
    </output>
  );
}
