import { type FontHeights, measureFontHeights, textScriptOf } from './docx-font-heights.viewer.ts';
import { lineHeightOf, lineRuleOf, lineRuleProperty } from './docx-line-rules.rules.ts';

/** The rule of the library for the runs of the default paragraph style: it names the paragraph, not its runs. */
const defaultRuns = /\.docx p, (?=p\.\S+ span \{)/g;
/** The rule of the library for the cells of the default table style: it names the table, not its cells. */
const defaultCells = /\.docx table, (?=table\.\S+ td \{)/g;
const heights = /line-height: ?(calc\(100% \+ )?([\d.]+)(p[tx])?\)?(?=\s*[;}]|$)/g;
const pixelsPerPoint = 96 / 72;

/**
 * The rules of line heights, in a property that is read when the fonts are known. The layout library makes of a minimum a
 * height that is far too large. The font of the default style applies to runs.
 */
const adjustedStyles = (css: string): string =>
  css
    .replaceAll(defaultRuns, '.docx span, ')
    .replaceAll(defaultCells, '.docx td, ')
    .replaceAll(heights, (_, minimum: string | undefined, value: string, unit: string | undefined) => {
      const kind = unit === undefined ? 'auto' : minimum === undefined ? 'exact' : 'atLeast';
      const pixels = Number(value) * (unit === 'pt' ? pixelsPerPoint : 1);
      return `${lineRuleProperty}: ${kind} ${kind === 'auto' ? value : pixels}`;
    });

/** Corrects the style sheets of the layout library and the styles of its elements. */
export function adjustStyles(styles: readonly HTMLElement[], pages: readonly HTMLElement[]): void {
  for (const style of styles) style.textContent = adjustedStyles(style.textContent);
  for (const element of pages.flatMap((page) => Array.from(page.querySelectorAll<HTMLElement>('p[style]'))))
    element.setAttribute('style', adjustedStyles(element.getAttribute('style') ?? ''));
}

/** The element of a text with its font. */
type TextFont = {
  readonly element: HTMLElement;
  readonly family: string;
  readonly size: number;
  readonly script: ReturnType<typeof textScriptOf>;
};

type ParagraphFonts = {
  readonly paragraph: HTMLElement;
  readonly own: TextFont;
  readonly texts: readonly TextFont[];
  readonly rule: string;
};

/** The most texts of a paragraph whose fonts are read. */
const maxTexts = 400;

function fontsOf(paragraph: HTMLElement): ParagraphFonts {
  const style = getComputedStyle(paragraph);
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const texts: TextFont[] = [];
  for (let node = walker.nextNode(); node !== null && texts.length < maxTexts; node = walker.nextNode()) {
    // The size of an equation counts, not that of its parts.
    const equation = node.parentElement?.closest('math, .math-math')?.parentElement;
    const element = equation ?? node.parentElement;
    if (equation && texts.some((text) => text.element === equation)) continue;
    if (!element || element.closest('p') !== paragraph || element.closest('sup, sub, rt, rp, svg')) continue;
    const { fontFamily, fontSize } = getComputedStyle(element);
    const script = textScriptOf((node as Text).data);
    texts.push({ element, family: fontFamily, size: Number.parseFloat(fontSize), script });
  }
  // The format of a style applies to runs, not to the paragraph itself.
  const run = texts.length === 0 ? paragraph.querySelector<HTMLElement>('span:not(:empty)') : null;
  if (run && run.closest('p') === paragraph) {
    const { fontFamily, fontSize } = getComputedStyle(run);
    texts.push({ element: run, family: fontFamily, size: Number.parseFloat(fontSize), script: 'latin' });
  }
  return {
    paragraph,
    own: {
      element: paragraph,
      family: style.fontFamily,
      size: Number.parseFloat(style.fontSize),
      script: 'latin',
    },
    texts,
    rule: style.getPropertyValue(lineRuleProperty),
  };
}

/** The last element or text of a paragraph that is drawn. */
function lastContentOf(paragraph: HTMLElement): ChildNode | null {
  let last: ChildNode | null = paragraph.lastChild;
  while (last instanceof HTMLElement && last.childNodes.length > 0) last = last.lastChild;
  return last;
}

/** Lets pictures above or below the text take no part in the height of a line. */
export function releaseFloatingPictures(pages: readonly HTMLElement[]): void {
  for (const drawing of pages.flatMap((page) => Array.from(page.querySelectorAll<HTMLElement>('span > div'))))
    if (drawing.style.height === '0px') drawing.style.verticalAlign = 'top';
}

/**
 * Lets lines of pictures alone be as high as they are, with nothing below them. Line spacing above a single line adds the share of the
 * font, as in any other line.
 */
function setPictures(paragraph: HTMLElement, addedPx: number): void {
  for (const picture of Array.from(paragraph.querySelectorAll<HTMLElement>('span > div, img'))) {
    if (picture.style.verticalAlign === 'top') continue;
    picture.style.verticalAlign = 'bottom';
    if (addedPx > 0 && picture.parentElement?.closest('span > div') === null)
      picture.style.marginTop = `${addedPx}px`;
  }
}

/** Gives a paragraph the line height of its smallest text, and each higher text its own: a line is as high as its own texts. */
function setHeights({ paragraph, own, texts, rule }: ParagraphFonts, fonts: FontHeights): void {
  const lineRule = lineRuleOf(rule);
  const pitch = fonts.pitchOf(paragraph);
  const heightOf = (font: TextFont) => lineHeightOf(lineRule, fonts.heightOf(font), pitch);
  const [first = own] = texts;
  if (/^\s*$/.test(paragraph.textContent))
    setPictures(paragraph, (lineRule.kind === 'auto' ? lineRule.value - 1 : 0) * fonts.heightOf(first));
  const smallest = texts.reduce((least, font) => (font.size < least.size ? font : least), first);
  const least = texts.reduce((height, font) => Math.min(height, heightOf(font)), heightOf(smallest));
  paragraph.style.lineHeight = `${least}px`;
  paragraph.style.minHeight = '0';
  const isInRuns = texts.length > 0 && texts.every(({ element }) => element !== paragraph);
  if (isInRuns && (smallest.size !== own.size || smallest.family !== own.family)) {
    // The font of the paragraph sets the least height of each line. Runs without a font of their own inherit it.
    for (const { element, size, family } of texts) {
      if (size === own.size) element.style.fontSize = `${size}px`;
      if (family === own.family) element.style.fontFamily = family;
    }
    paragraph.style.fontSize = `${smallest.size}px`;
    paragraph.style.fontFamily = smallest.family;
  }
  for (const font of texts) {
    const height = heightOf(font);
    if (font.element !== paragraph && Math.abs(height - least) > 0.01)
      font.element.style.lineHeight = `${height}px`;
  }
}

/** Shows the lines that a browser leaves out, and hides one that an office program leaves out. */
function completeLines(paragraph: HTMLElement): void {
  const isPlain = paragraph.querySelector('img, svg') === null;
  // The paragraph that a cell needs behind a table inside it is not shown.
  const isBehindTable =
    paragraph.previousElementSibling?.nodeName === 'TABLE' &&
    paragraph.nextElementSibling === null &&
    paragraph.parentElement?.nodeName === 'TD';
  if (isBehindTable && isPlain && /^\u200b?$/.test(paragraph.textContent)) paragraph.style.display = 'none';
  // A line break at the end starts another line.
  const last = lastContentOf(paragraph);
  if (last?.nodeName === 'BR') last.after(document.createElement('br'));
  else if (paragraph.textContent === '' && isPlain && paragraph.querySelector('br, math') === null) {
    // An empty paragraph is as high as a line.
    const run = document.createElement('span');
    run.append(document.createElement('br'));
    paragraph.append(run);
  }
}

/** Gives every paragraph of a displayed host the line height of the fonts in it. */
export function measureLineHeights(host: HTMLElement, pitchOf: (paragraph: HTMLElement) => number): void {
  const paragraphs = Array.from(host.querySelectorAll<HTMLElement>('p'));
  for (const paragraph of paragraphs) completeLines(paragraph);
  const found = paragraphs.map(fontsOf);
  const families = new Set(found.flatMap(({ own, texts }) => [own, ...texts]).map(({ family }) => family));
  const fonts = { heightOf: measureFontHeights(host, families), pitchOf };
  for (const each of found) setHeights(each, fonts);
}
