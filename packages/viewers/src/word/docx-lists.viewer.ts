import { isPrivateSymbol, isSymbolFont, symbolText } from '../format/symbol-fonts.rules.ts';
import { marks } from './docx-marks.rules.ts';
import type { ParsedDocx, ParsedLevel } from './docx-model.rules.ts';
import { numberText } from './docx-number-text.rules.ts';
import { createTab } from './docx-tabs.viewer.ts';

const numberClass = /^docx-num-(.+)-(\d+)$/;
/** The numbers that the layout library draws as generated content, which cannot be searched or copied. */
const generatedNumber = /p\.docx-num-[^{]*:before \{(?![^}]*var\()[^}]*\}/g;

/** The signs of Symbol that lists have; other private characters are mostly those of Wingdings. */
const symbolSigns = /[\uf0b7\uf02d]/;

/** A private character as one that every font has. Styles may state no font for it. */
function signOf(character: string, fontFamily = ''): string {
  const fallback = symbolSigns.test(character) ? 'Symbol' : 'Wingdings';
  const sign = symbolText(isSymbolFont(fontFamily) ? fontFamily : fallback, character);
  return isPrivateSymbol(sign) ? '•' : sign;
}

type Counters = {
  /** The text and level of the next number of a list. */
  next(level: ParsedLevel): string;
};

/** Counts the paragraphs of lists. Lists with the same definition continue each other. */
function createCounters({ numberingPart }: ParsedDocx): Counters {
  const levels = new Map(numberingPart?.domNumberings.map((level) => [`${level.id}-${level.level}`, level]));
  const lists = new Map(numberingPart?.numberings.map((list) => [list.id, list]));
  const counted = new Map<string, Map<number, number>>();
  const started = new Set<string>();
  const startOf = (id: string, level: number): number => {
    const override = lists.get(id)?.overrides.find((each) => each.level === level)?.start;
    return override ?? levels.get(`${id}-${level}`)?.start ?? 1;
  };
  return {
    next({ id, level, levelText = '' }) {
      const list = lists.get(id);
      const key = list?.abstractId ?? id;
      const numbers = counted.get(key) ?? new Map<number, number>();
      counted.set(key, numbers);
      const hasOwnStart = list?.overrides.some((each) => each.level === level && each.start !== undefined);
      const isFirst = !started.has(`${id}-${level}`);
      started.add(`${id}-${level}`);
      const current = numbers.get(level);
      const isStart = current === undefined || (isFirst && hasOwnStart);
      numbers.set(level, isStart ? startOf(id, level) : current + 1);
      for (const deeper of numbers.keys()) if (deeper > level) numbers.delete(deeper);
      return levelText.replaceAll(/%(\d)/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        const number = numbers.get(at) ?? startOf(id, at);
        if (!numbers.has(at)) numbers.set(at, number);
        return numberText(number, levels.get(`${id}-${at}`)?.format);
      });
    },
  };
}

/** The level of a list that the class of a paragraph names. */
function levelOf(paragraph: HTMLElement, levels: ReadonlyMap<string, ParsedLevel>): ParsedLevel | undefined {
  for (const name of Array.from(paragraph.classList)) {
    const [, id, level] = numberClass.exec(name) ?? [];
    if (id !== undefined) return levels.get(`${id}-${level}`);
  }
  return undefined;
}

const formatMark = `:scope > span[id="${marks.numberFormat}"]`;

/** Takes the run with the format of the mark out of a paragraph. */
function takeMarkRun(paragraph: HTMLElement): Element | null {
  const mark = paragraph.querySelector(formatMark);
  const run = mark?.nextElementSibling ?? null;
  mark?.remove();
  run?.remove();
  return run;
}

/** Creates a number and the space behind it, in the format of the mark of the paragraph and of the level. */
function createNumber(text: string, { rStyle, suff }: ParsedLevel, format: Element | null): HTMLElement {
  const holder = document.createElement('span');
  if (format?.className) holder.className = format.className;
  holder.style.cssText = format?.getAttribute('style') ?? '';
  holder.style.textDecoration = 'none';
  const isSymbol = Array.from(text).some(isPrivateSymbol);
  for (const [name, value] of Object.entries(rStyle))
    if (name !== 'min-height' && !name.startsWith('$') && !(isSymbol && name === 'font-family'))
      holder.style.setProperty(name, value);
  const number = document.createElement('span');
  number.className = 'number';
  number.textContent = Array.from(text, (character) =>
    isPrivateSymbol(character) ? signOf(character, rStyle['font-family']) : character,
  ).join('');
  holder.append(number);
  if (suff !== 'nothing') holder.append(suff === 'space' ? ' ' : createTab());
  return holder;
}

/** Writes the numbers of lists into the text. */
export function insertNumbers(
  parsed: ParsedDocx,
  pages: readonly HTMLElement[],
  styles: readonly HTMLElement[],
): void {
  for (const style of styles) style.textContent = style.textContent.replaceAll(generatedNumber, '');
  for (const style of styles)
    style.textContent = style.textContent.replaceAll('display: list-item;', 'display: block;');
  const levels = new Map(
    parsed.numberingPart?.domNumberings.map((level) => [`${level.id}-${level.level}`, level]),
  );
  const counters = createCounters(parsed);
  for (const paragraph of pages.flatMap((page) => Array.from(page.querySelectorAll<HTMLElement>('p')))) {
    const format = takeMarkRun(paragraph);
    const level = levelOf(paragraph, levels);
    if (!level || level.bullet || level.levelText === undefined) continue;
    const text = counters.next(level);
    if (text !== '') paragraph.prepend(createNumber(text, level, format));
  }
}
