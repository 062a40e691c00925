export type Language = 'zh' | 'en';

/**
 * The language of section 1: the stored setting, else the browser's first known language, else Chinese.
 */
export function pickLanguage(setting: string | null, browserLanguages: readonly string[]): Language {
  if (setting === 'zh' || setting === 'en') return setting;
  for (const tag of browserLanguages) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'zh' || base === 'en') return base;
  }
  return 'zh';
}
