import { useCallback } from 'react';
import { useLanguage } from '../i18n/index.ts';

/** Returns a function for the date and time of ms since 1970 in the language and time zone of the browser. */
export function useTimeText(): (time: number) => string {
  const language = useLanguage();
  return useCallback(
    (time) =>
      new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(time),
    [language],
  );
}
