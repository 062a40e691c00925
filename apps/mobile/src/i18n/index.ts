import { useLanguageStore } from './language.store.ts';
import type { FirstTexts, Texts } from './texts.ts';

export {
  applyLanguage,
  type Language,
  type LanguageSetting,
  loadTexts,
  pickLanguage,
  useLanguageStore,
} from './language.store.ts';
export type { Texts } from './texts.ts';

/** All texts of the language in use; a component that calls this follows a change of language. */
export function useTexts(): Texts {
  const texts = useLanguageStore((state) => state.texts);
  if (texts === null) throw new Error('on the first screen only useFirstTexts has texts');
  return texts;
}

/** The texts that are there from the start, for what is shown before any lazy screen but the sign-in. */
export const useFirstTexts = (): FirstTexts => useLanguageStore((state) => state.first);

export const useLanguage = () => useLanguageStore((state) => state.language);
