export { useFirstTexts, useLanguage, useTexts } from './language.hook.ts';
export {
  applyLanguage,
  type Language,
  type LanguageSetting,
  loadTexts,
  pickLanguage,
  useLanguageStore,
} from './language.store.ts';
export type { Texts } from './texts.ts';
