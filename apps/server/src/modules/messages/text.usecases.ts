import type { Language } from '../../infra/http/language.adapter.ts';

/** A text of the service's own, in every language; a person's is written once, as a string. */
export type Text = string | BilingualText;
export type BilingualText = Readonly<Record<Language, string>>;

/** As rows keep it: the first language beside all, so that whoever knows of one alone still reads it. */
export function storedText(text: Text): string {
  return typeof text === 'string' ? text : text.zh;
}

/** Title and text in each language, as JSON; null where both are the same in all. */
export function storedTexts({ title, text }: { title: Text; text: Text }): string | null {
  if (typeof title === 'string' && typeof text === 'string') return null;
  const inLanguage = (language: Language) => ({
    title: textIn(title, language),
    text: textIn(text, language),
  });
  return JSON.stringify({ zh: inLanguage('zh'), en: inLanguage('en') });
}

export function storedTitles(title: Text): string | null {
  return typeof title === 'string' ? null : JSON.stringify({ zh: title.zh, en: title.en });
}

export function textIn(text: Text, language: Language): string {
  return typeof text === 'string' ? text : text[language];
}

export function isEmpty(text: Text): boolean {
  return typeof text === 'string'
    ? text.trim() === ''
    : Object.values(text).every((one) => one.trim() === '');
}
