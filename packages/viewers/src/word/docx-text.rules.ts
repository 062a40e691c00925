import { isWordElement } from './docx-markup.rules.ts';

/** The text of one paragraph. */
export type Line = {
  readonly text: string;
  /** Formulas are drawn symbol by symbol and can be compared only as a whole. */
  readonly isFormula: boolean;
};

/** Elements of a run that stand for a character. */
const elementTexts: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

type OpenLine = { text: string; isFormula: boolean };

/** The paragraphs of a part in document order, regardless of their wrappers. */
export function linesOf(root: Document | Element): Line[] {
  const lines: OpenLine[] = [];
  // A paragraph can be nested in another one, in a text box.
  const lineOf = new Map<Element | null, OpenLine>();
  for (const element of Array.from(root.getElementsByTagNameNS('*', '*'))) {
    const { localName, namespaceURI, parentElement } = element;
    const parentLine = localName === 'p' ? undefined : lineOf.get(parentElement);
    const line = parentLine ?? { text: '', isFormula: false };
    if (!parentLine) lines.push(line);
    lineOf.set(element, line);
    const isText = localName === 't';
    line.text += isText ? element.textContent : isWordElement(element) ? (elementTexts[localName] ?? '') : '';
    line.isFormula ||= isText && /math/.test(namespaceURI ?? '');
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

// In scripts without spaces every character counts as a word.
const wordLike =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

const wordsOf = (text: string) => text.normalize('NFKC').toLowerCase().match(wordLike) ?? [];

/** Equations show hyphens as minus signs. */
const withoutSpaces = (text: string) =>
  text.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('\u2212', '-');

export type RenderedShare = {
  /** The share of the words that is rendered, 0 to 1. */
  readonly share: number;
  /** Paragraphs with a word that is not rendered. */
  readonly missing: readonly Line[];
};

/**
 * Compares the text of the document with the rendered text. A word that occurs twice must be rendered twice.
 */
export function compareWords(lines: readonly Line[], renderedText: string): RenderedShare {
  const renderedWords = new Map<string, number>();
  for (const word of wordsOf(renderedText)) renderedWords.set(word, (renderedWords.get(word) ?? 0) + 1);
  let compactText: string | null = null;
  let totalWords = 0;
  let missingWords = 0;
  const missing = lines.filter(({ text, isFormula }) => {
    const words = wordsOf(text);
    totalWords += words.length;
    if (isFormula) {
      compactText ??= withoutSpaces(renderedText);
      if (compactText.includes(withoutSpaces(text))) return false;
    }
    let missingInLine = 0;
    for (const word of words) {
      const remaining = renderedWords.get(word) ?? 0;
      if (remaining > 0) renderedWords.set(word, remaining - 1);
      else missingInLine += 1;
    }
    missingWords += missingInLine;
    return missingInLine > 0;
  });
  return { share: totalWords === 0 ? 1 : 1 - missingWords / totalWords, missing };
}
