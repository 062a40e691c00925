import { useCallback } from 'react';
import { useLanguage } from '../../i18n/index.ts';

/** Returns a function for the text of a time in the language and the time zone of the page. */
export function useFormatTime(): (time: number) => string {
  const language = useLanguage();
  return useCallback(
    (time) =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', {
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(time),
    [language],
  );
}
