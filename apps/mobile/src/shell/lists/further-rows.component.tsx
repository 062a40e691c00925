import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import styles from './further-rows.module.css';

type FurtherRowsProps = {
  /** The end of the list where the rows are missing. */
  readonly at: 'start' | 'end';
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** Says what is loading. */
  readonly loadingLabel?: string;
  readonly onRetry: () => void;
};

/** The state of rows that a list does not have yet: they are loading, or failed to load and can be requested again. */
export function FurtherRows({ at, isLoading, hasFailed, loadingLabel, onRetry }: FurtherRowsProps) {
  const { common } = useTexts();
  if (isLoading)
    return (
      <div className={styles[at]}>
        <output className={styles.loading}>
          <Spinner />
          <span className="visually-hidden">{loadingLabel ?? common.loading}</span>
        </output>
      </div>
    );
  if (!hasFailed) return null;
  return (
    <div className={styles[at]}>
      <div className={styles.failed} role="alert">
        {common.moreFailed}
        <Button onClick={onRetry}>{common.retry}</Button>
      </div>
    </div>
  );
}
