import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';

type QueryErrorProps = {
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
};

/** The error of a failed query with a button to retry; nothing without an error. */
export function QueryError({ query: { error, isFetching, refetch } }: QueryErrorProps) {
  const { common } = useTexts();
  const errorOf = useErrorText();
  if (error === null) return null;
  return (
    <ErrorState
      text={errorOf(error)}
      retryLabel={common.retry}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
