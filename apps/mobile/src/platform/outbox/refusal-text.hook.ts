import { useCallback } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../api/index.ts';
import { RefusedError } from './refused.errors.ts';

/**
 * Says why something was not done, in the person's language, and that an earlier try may stand all the same. `reason` in
 * the place of the failure's own words.
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
