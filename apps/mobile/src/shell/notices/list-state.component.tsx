import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { storageErrorCodeOf, useErrorText } from '../../platform/api/index.ts';

type ListStateProps = {
  /** Whether no data has loaded yet. */
  readonly pending: boolean;
  /** Error of the last attempt; null for none. */
  readonly error: unknown;
  /** Text for an error that is not the service's. */
  readonly errorText?: string;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  readonly count: number;
  /** Shown for a list without rows, with the next thing to do. */
  readonly empty: ReactNode;
  /** Number of grey rows while `pending`. */
  readonly skeletonRows?: number;
  /** The rows; rendered only if there are some. */
  readonly children: ReactNode;
};

/** A list, or its loading, error or empty state. Rows that are shown stay when a refresh fails. */
export function ListState(props: ListStateProps) {
  const { pending, error, errorText, retrying, onRetry, count, empty, skeletonRows, children } = props;
  const { common } = useTexts();
  const errorOf = useErrorText();
  if (count > 0) return children;
  if (pending)
    return <SkeletonList label={common.loading} {...(skeletonRows ? { rows: skeletonRows } : {})} />;
  if (error !== null && error !== undefined) {
    const text = storageErrorCodeOf(error) === null && errorText !== undefined ? errorText : errorOf(error);
    return <ErrorState text={text} retryLabel={common.retry} retrying={retrying} onRetry={onRetry} />;
  }
  return empty;
}
