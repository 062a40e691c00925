import { useTexts } from '../../i18n/index.ts';
import type { Draft } from './agreements.queries.ts';

const noDraft: Draft = {
  version: '',
  zh: { title: '', text: '' },
  en: { title: '', text: '' },
  asksAgain: false,
};

/** Returns a function that lists the fields of a draft in words, to compare two versions of it. */
export function useDraftWords() {
  const { agreements: texts } = useTexts();
  const { form, languages } = texts;
  return ({ draft }: { readonly draft: Draft | null }): readonly (readonly [string, string])[] => {
    const { version, zh, en, asksAgain } = draft ?? noDraft;
    return [
      [texts.version, version],
      [texts.asksAgain, texts.asks[asksAgain ? 'yes' : 'no']],
      [form.titleOf(languages.zh), zh.title],
      [form.textOf(languages.zh), zh.text],
      [form.titleOf(languages.en), en.title],
      [form.textOf(languages.en), en.text],
    ];
  };
}
