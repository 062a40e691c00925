import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useLongWait } from '@sealflow/ui/status/long-wait.hook.ts';
import { useFirstTexts } from '../../i18n/index.ts';
import styles from './auth.module.css';

type SubmitButtonProps = {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
};

const slowAfterMs = 1000;

/** Submits a form. A request that takes longer than a second can be cancelled. */
export function SubmitButton({ label, isBusy, onCancel }: SubmitButtonProps) {
  const { common } = useFirstTexts();
  const isSlow = useLongWait(isBusy, slowAfterMs);
  return (
    <div className={styles.submit}>
      <Button type="submit" variant="primary" wide loading={isBusy}>
        {label}
      </Button>
      {isSlow ? (
        <Button variant="quiet" wide onClick={onCancel}>
          {common.cancel}
        </Button>
      ) : null}
    </div>
  );
}
