import { useFirstTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { useLongWait } from '../../ui/waiting.hook.ts';
import styles from './auth.module.css';

type SubmitButtonProps = {
  readonly label: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
};

const long = 1000;

/** Submits a form. A request that takes longer than a second can be cancelled. */
export function SubmitButton({ label, busy, onCancel }: SubmitButtonProps) {
  const { common } = useFirstTexts();
  const isLong = useLongWait(busy, long);
  return (
    <div className={styles.submit}>
      <Button type="submit" look="primary" wide loading={busy}>
        {label}
      </Button>
      {isLong ? (
        <Button look="quiet" wide onClick={onCancel}>
          {common.cancel}
        </Button>
      ) : null}
    </div>
  );
}
