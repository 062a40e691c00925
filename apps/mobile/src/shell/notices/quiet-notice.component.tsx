import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import styles from './quiet-notice.module.css';

type QuietNoticeProps = {
  readonly text: string;
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly busy?: boolean };
  readonly dismiss?: { readonly label: string; readonly onPress: () => void };
};

/** A notice that is not urgent, below the screen: it covers nothing, moves no focus and stays until it is answered. */
export function QuietNotice({ text, action, dismiss }: QuietNoticeProps) {
  return (
    <aside className={styles.notice}>
      <output className={styles.text}>{text}</output>
      <div className={styles.actions}>
        {dismiss ? (
          <Button variant="quiet" onClick={dismiss.onPress}>
            {dismiss.label}
          </Button>
        ) : null}
        {action ? (
          <Button variant="primary" loading={action.busy ?? false} onClick={action.onPress}>
            {action.label}
          </Button>
        ) : null}
      </div>
    </aside>
  );
}
