import { useLanguageStore } from './language.store.ts';
import type { Texts } from './texts.ts';

export {
  applyLanguage,
  chooseLanguage,
  type Language,
  type LanguageSetting,
  storedLanguage,
  useLanguageStore,
} from './language.store.ts';
export type { Texts } from './texts.ts';

/** The texts of the current language; the component follows a change of the language. */
export function useTexts(): Texts {
  const texts = useLanguageStore((state) => state.texts);
  if (texts === null) throw new Error('the texts are loaded before the first page is drawn');
  return texts;
}

export const useLanguage = () => useLanguageStore((state) => state.language);

/** Returns the text of an act of an audit record; the act itself if a newer service added it. */
export function useActText(): (act: string) => string {
  const { auditActTexts } = useTexts();
  return (act) => (Object.hasOwn(auditActTexts, act) ? auditActTexts[act as 'rewrap'] : act);
}
