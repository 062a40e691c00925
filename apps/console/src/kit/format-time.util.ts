import type { Language } from '../i18n/index.ts';

/** A date with its time in the language of the page. @param time - ms since 1970. */
export const formatTime = (time: number, language: Language): string =>
  new Date(time).toLocaleString(language === 'en' ? 'en-GB' : 'zh-CN', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
