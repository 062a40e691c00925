import type { Language } from '../../infra/http/language.util.ts';

/** A text of the service in every language, or a person's text in the language it was written in. */
export type Text = string | BilingualText;
export type BilingualText = Readonly<Record<Language, string>>;

/** The Chinese text, which is stored in addition to the translations for readers that know only one language. */
export function storedText(text: Text): string {
  return typeof text === 'string' ? text : text.zh;
}

/** Title and text in a language; null if they are not translated. */
export function translationOf(
  { title, text }: { title: Text; text: Text },
  language: Language,
): { title: string; text: string } | null {
  if (typeof title === 'string' && typeof text === 'string') return null;
  return { title: textIn(title, language), text: textIn(text, language) };
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
