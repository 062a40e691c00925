import { useLanguageStore } from './language.store.ts';
import type { Texts } from './texts.ts';

export {
  applyLanguage,
  type Language,
  type LanguageSetting,
  pickLanguage,
  useLanguageStore,
} from './language.store.ts';
export type { Texts } from './texts.ts';

/** The texts of the language in use; a component that calls this follows a change of language. */
export const useTexts = (): Texts => useLanguageStore((state) => state.texts);

export const useLanguage = () => useLanguageStore((state) => state.language);
