import type { Language } from '../../../i18n/index.ts';

const units = ['B', 'KB', 'MB', 'GB'] as const;

/**
 * A file size in steps of 1024, with one decimal at most, in the number format of the language. The viewers' `sizeText`
 * shows three figures at most.
 */
export function formatFileSize(bytes: number, language: Language): string {
  const step = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const number = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1024 ** step)} ${units[step] ?? ''}`;
}
