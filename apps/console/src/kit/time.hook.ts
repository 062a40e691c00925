import { useCallback } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useFormat } from '../platform/format.hook.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Returns a function for the date and time of ms since 1970 in the language and time zone of the browser. */
export const useTimeText = (): ((time: number) => string) => useFormat().time;

/** Returns a function for the largest whole unit of a duration in ms, such as "3 days". */
export function useDurationText(): (durationMs: number) => string {
  const { workflow } = useTexts();
  return useCallback(
    (durationMs) => {
      if (durationMs >= dayMs) return workflow.days(Math.floor(durationMs / dayMs));
      if (durationMs >= hourMs) return workflow.hours(Math.floor(durationMs / hourMs));
      return workflow.minutes(Math.max(0, Math.floor(durationMs / minuteMs)));
    },
    [workflow],
  );
}
