import { createContext, useContext } from 'react';
import { type LanguageState, useLanguageStore } from './language.store.ts';
import type { FirstTexts, Texts } from './texts.ts';

/** Boot's own; the app gives what the store says now. */
export const LanguageContext = createContext<LanguageState>(useLanguageStore.getInitialState());

/** All texts of the language in use; a component that calls this follows a change of language. */
export function useTexts(): Texts {
  const { texts } = useContext(LanguageContext);
  if (texts === null) throw new Error('texts are not loaded yet: use useFirstTexts on the first screen');
  return texts;
}

/** The texts that are there from the start, for what is shown before any lazy screen but the sign-in. */
export const useFirstTexts = (): FirstTexts => useContext(LanguageContext).first;

export const useLanguage = () => useContext(LanguageContext).language;
