import { create } from 'zustand';
import { hydratedWithCurrent } from './hydration.util.ts';
import { type Language, pickLanguage } from './pick-language.rules.ts';
import type { FirstTexts, Texts } from './texts.ts';
import { first as zhFirst } from './zh/first.ts';

/** What a person chose; `auto` follows the browser. */
export type LanguageSetting = Language | 'auto';

export type LanguageState = {
  readonly setting: LanguageSetting;
  readonly language: Language;
  readonly first: FirstTexts;
  /** All texts; null until a screen beyond the first has asked for them. */
  readonly texts: Texts | null;
};

export const useLanguageStore = create<LanguageState>(
  hydratedWithCurrent<LanguageState>(() => ({
    setting: 'auto',
    language: 'zh',
    first: zhFirst,
    texts: null,
  })),
);

const fetchFirst = async (language: Language): Promise<FirstTexts> =>
  language === 'en' ? (await import('./en/first.ts')).first : zhFirst;

const fetchTexts = async (language: Language): Promise<Texts> =>
  language === 'en' ? (await import('./en.ts')).en : (await import('./zh.ts')).zh;

/** English is fetched only when it is asked for; of Chinese what the first screen says is always there. */
export async function applyLanguage(setting: LanguageSetting): Promise<void> {
  const language = pickLanguage(setting, navigator.languages);
  const first = await fetchFirst(language);
  const wantsAll = useLanguageStore.getState().texts !== null;
  const texts = wantsAll ? await fetchTexts(language) : null;
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  useLanguageStore.setState({ setting, language, first, texts });
}

/** Fetches all texts of the language in use, for the screens beyond the first. */
export async function loadTexts(): Promise<void> {
  const { language, texts } = useLanguageStore.getState();
  if (texts !== null) return;
  const fetched = await fetchTexts(language);
  // Another language may have been chosen meanwhile.
  if (useLanguageStore.getState().language === language) useLanguageStore.setState({ texts: fetched });
  else await loadTexts();
}
