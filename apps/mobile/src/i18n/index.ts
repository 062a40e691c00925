export { useFirstTexts, useLanguage, useTexts } from './language.hook.ts';
export {
  applyLanguage,
  type LanguageSetting,
  loadTexts,
  useLanguageStore,
} from './language.store.ts';
export { type Language, pickLanguage } from './pick-language.rules.ts';
export type { Texts } from './texts.ts';
