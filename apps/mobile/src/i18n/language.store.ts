import { create } from 'zustand';
import type { Texts } from './texts.ts';
import { zh } from './zh.ts';

export type Language = 'zh' | 'en';
/** What a person chose; `auto` follows the browser. */
export type LanguageSetting = Language | 'auto';

type LanguageState = {
  readonly setting: LanguageSetting;
  readonly language: Language;
  readonly texts: Texts;
};

export const useLanguageStore = create<LanguageState>(() => ({ setting: 'auto', language: 'zh', texts: zh }));

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

/** English is fetched only when it is asked for; Chinese is always there. */
export async function applyLanguage(setting: LanguageSetting): Promise<void> {
  const language = pickLanguage(setting, navigator.languages);
  const texts = language === 'en' ? (await import('./en.ts')).en : zh;
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  useLanguageStore.setState({ setting, language, texts });
}
