import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { storageProblemOf, useErrorText } from '../../platform/api/index.ts';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { ErrorState } from '../../ui/state.component.tsx';

type ListStateProps = {
  /** Whether nothing is known yet. */
  readonly pending: boolean;
  /** What the last attempt threw; null for nothing. */
  readonly error: unknown;
  /** What is said of it, where that is no matter of the service. */
  readonly errorText?: string;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  readonly count: number;
  /** What a list without rows says, and what to do next. */
  readonly empty: ReactNode;
  /** Grey rows while it is pending. */
  readonly skeletonRows?: number;
  /** The rows; only drawn where there are some. */
  readonly children: ReactNode;
};

/** A list, or what stands in its place. Rows that are there stay when asking for them again fails. */
export function ListState(props: ListStateProps) {
  const { pending, error, errorText, retrying, onRetry, count, empty, skeletonRows, children } = props;
  const { common } = useTexts();
  const errorOf = useErrorText();
  if (count > 0) return children;
  if (pending)
    return <SkeletonList label={common.loading} {...(skeletonRows ? { rows: skeletonRows } : {})} />;
  if (error !== null && error !== undefined) {
    const text = storageProblemOf(error) === null && errorText !== undefined ? errorText : errorOf(error);
    return <ErrorState text={text} retryLabel={common.retry} retrying={retrying} onRetry={onRetry} />;
  }
  return empty;
}
