import { isWordElement } from './docx-markup.rules.ts';

/** The text of one paragraph. */
export type Line = {
  readonly text: string;
  /** Formulas are drawn symbol by symbol and can be compared only as a whole. */
  readonly isFormula: boolean;
};

/** Elements of a run that stand for a character. */
const signs: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

type OpenLine = { text: string; isFormula: boolean };

/** The paragraphs of a part in document order, regardless of their wrappers. */
export function linesOf(root: Document | Element): Line[] {
  const lines: OpenLine[] = [];
  // A paragraph can be nested in another one, in a text box.
  const lineOf = new Map<Element | null, OpenLine>();
  for (const element of Array.from(root.getElementsByTagNameNS('*', '*'))) {
    const { localName, namespaceURI, parentElement } = element;
    const around = localName === 'p' ? undefined : lineOf.get(parentElement);
    const line = around ?? { text: '', isFormula: false };
    if (!around) lines.push(line);
    lineOf.set(element, line);
    const isText = localName === 't';
    line.text += isText ? element.textContent : isWordElement(element) ? (signs[localName] ?? '') : '';
    line.isFormula ||= isText && /math/.test(namespaceURI ?? '');
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

// In scripts without spaces every character counts as a word.
const wordLike =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

const wordsOf = (text: string) => text.normalize('NFKC').toLowerCase().match(wordLike) ?? [];

const squeezed = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');

export type Shown = {
  /** The share of the words that is rendered, 0 to 1. */
  readonly share: number;
  /** Paragraphs with a word that is not rendered. */
  readonly missing: readonly Line[];
};

/**
 * Compares the text of the document with the rendered text. A word that occurs twice must be rendered twice.
 */
export function compareWords(lines: readonly Line[], shown: string): Shown {
  const there = new Map<string, number>();
  for (const word of wordsOf(shown)) there.set(word, (there.get(word) ?? 0) + 1);
  let whole: string | null = null;
  let all = 0;
  let lost = 0;
  const missing = lines.filter(({ text, isFormula }) => {
    const words = wordsOf(text);
    all += words.length;
    if (isFormula) {
      whole ??= squeezed(shown);
      if (whole.includes(squeezed(text))) return false;
    }
    let lacks = 0;
    for (const word of words) {
      const left = there.get(word) ?? 0;
      if (left > 0) there.set(word, left - 1);
      else lacks += 1;
    }
    lost += lacks;
    return lacks > 0;
  });
  return { share: all === 0 ? 1 : 1 - lost / all, missing };
}
