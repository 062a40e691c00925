import { waitTime } from '@sealflow/domain/wait-time';
import { useCallback } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';

/** Formats how long something has been waiting, in the largest unit that fits (section 9). */
export function useWaitText(): (since: number) => string {
  const { work } = useTexts();
  const { clock } = usePlatform();
  return useCallback(
    (since) => {
      const { value, unit } = waitTime(clock.serverNow() - since);
      return work.times[unit](value);
    },
    [work, clock],
  );
}
