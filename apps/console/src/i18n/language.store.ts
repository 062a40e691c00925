import { create } from 'zustand';
import { readPreference, writePreference } from '../platform/preferences.util.ts';
import type { Texts } from './texts.ts';

export type Language = 'zh' | 'en';
/** The setting of the person; `auto` follows the browser. */
export type LanguageSetting = Language | 'auto';

type LanguageState = {
  readonly setting: LanguageSetting;
  readonly language: Language;
  /** Null until the texts of the language are loaded. */
  readonly texts: Texts | null;
};

const preference = 'language';

export const useLanguageStore = create<LanguageState>(() => ({
  setting: 'auto',
  language: 'zh',
  texts: null,
}));

const isLanguage = (value: unknown): value is Language => value === 'zh' || value === 'en';

/** The language for a setting: Chinese, unless the setting or the browser asks for English first. */
function pickLanguage(setting: LanguageSetting, browserLanguages: readonly string[]): Language {
  if (setting !== 'auto') return setting;
  const bases = browserLanguages.map((tag) => tag.toLowerCase().split('-')[0]);
  return bases.find(isLanguage) ?? 'zh';
}

/** Loads the texts of a language and shows them. */
export async function applyLanguage(setting: LanguageSetting): Promise<void> {
  const language = pickLanguage(setting, navigator.languages);
  const texts =
    language === 'en' ? (await import('./en.ts')).en : ((await import('./zh.ts')).zh satisfies Texts);
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  document.title = texts.shell.title;
  useLanguageStore.setState({ setting, language, texts });
}

/** Stores and applies the language that the person chose. */
export async function chooseLanguage(setting: LanguageSetting): Promise<void> {
  writePreference(preference, setting);
  await applyLanguage(setting);
}

export function storedLanguage(): LanguageSetting {
  const stored = readPreference(preference);
  return isLanguage(stored) ? stored : 'auto';
}
