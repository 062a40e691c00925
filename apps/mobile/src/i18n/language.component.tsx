import type { ReactNode } from 'react';
import { LanguageContext } from './language.hook.ts';
import { useLanguageStore } from './language.store.ts';

/** Gives the language to all that is inside: one follows the store, so that the rows of a list need not. */
export const LanguageProvider = ({ children }: { readonly children: ReactNode }) => (
  <LanguageContext value={useLanguageStore()}>{children}</LanguageContext>
);
