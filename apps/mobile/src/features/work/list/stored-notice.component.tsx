import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { shortTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import styles from './stored-notice.module.css';

type StoredNoticeProps = {
  readonly storedAt: number;
  /** Why the list could not be refreshed. */
  readonly error: Error;
  readonly retrying: boolean;
  readonly onRetry: () => void;
};

/** Shown above stored data: the error, the data's time, and a button to retry. */
export function StoredNotice({ storedAt, error, retrying, onRetry }: StoredNoticeProps) {
  const { work, common } = useTexts();
  const errorOf = useErrorText();
  const language = useLanguage();
  const { clock } = usePlatform();
  const time = shortTime(storedAt, { now: clock.now(), language, yesterday: common.yesterday });
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.text}>
        {errorOf(error)}
        <span className={styles.soft}>{work.showingStored(time)}</span>
      </p>
      <Button loading={retrying} onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  );
}
