import { useMemo } from 'react';
import { useLanguage } from '../i18n/index.ts';

const unitBytes = 1024;
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats for times and sizes in the language of the page. */
export function useFormat() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = language === 'en' ? 'en-GB' : 'zh-CN';
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
    return {
      time: (at: number) => time.format(at),
      exactTime: (at: number) => exact.format(at),
      number: (value: number) => number.format(value),
      size: (bytes: number) => {
        const power =
          bytes < unitBytes
            ? 0
            : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(unitBytes)));
        return `${number.format(bytes / unitBytes ** power)} ${units[power]}`;
      },
    };
  }, [language]);
}
