import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../api/index.ts';
import { RefusedError } from './refused.errors.ts';

/**
 * Returns a function for the text of a refusal, with a hint if an earlier attempt may have been applied. `reason`
 * replaces the error's own text.
 */
export function useRefusalText(): (error: unknown, reason?: string) => string {
  const { work } = useTexts();
  const errorOf = useErrorText();
  return useCallback(
    (error, reason = errorOf(error)) =>
      error instanceof RefusedError && error.mayStand ? work.outbox.mayStand(reason) : reason,
    [work, errorOf],
  );
}
