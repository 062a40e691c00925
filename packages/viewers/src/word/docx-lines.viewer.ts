/** The line height that the layout library makes of a minimum: far too large. */
const minimumHeight = /calc\(100% \+ ([\d.]+p[tx])\)/g;
const multipleHeight = /line-height: ?([\d.]+)(?=\s*[;}]|$)/g;
/** The rule of the library for the runs of the default paragraph style: it names the paragraph, not its runs. */
const defaultRuns = /\.docx p, (?=p\.\S+ span \{)/g;
/** The rule of the library for the cells of the default table style: it names the table, not its cells. */
const defaultCells = /\.docx table, (?=table\.\S+ td \{)/g;
const naturalHeight = '--natural-line';
/** The natural line height of common fonts, as a share of their size. */
const defaultNatural = 1.17;

/**
 * Line heights as in office programs: a multiple of the natural height of the font, or a minimum. The font of the
 * default style applies to runs.
 */
const adjustedStyles = (css: string): string =>
  css
    .replaceAll(defaultRuns, '.docx span, ')
    .replaceAll(defaultCells, '.docx td, ')
    .replaceAll(minimumHeight, `max(calc(var(${naturalHeight}, ${defaultNatural}) * 1em), $1)`)
    .replaceAll(multipleHeight, `line-height: calc($1 * var(${naturalHeight}, ${defaultNatural}))`);

/** Corrects the style sheets of the layout library and the styles of its elements. */
export function adjustStyles(styles: readonly HTMLElement[], pages: readonly HTMLElement[]): void {
  for (const style of styles) style.textContent = adjustedStyles(style.textContent);
  for (const element of pages.flatMap((page) => Array.from(page.querySelectorAll<HTMLElement>('p[style]'))))
    element.setAttribute('style', adjustedStyles(element.getAttribute('style') ?? ''));
}

type ParagraphFont = {
  readonly paragraph: HTMLElement;
  readonly family: string;
  /** The font of the paragraph itself, where none of its text has it. */
  readonly own: { readonly size: number; readonly family: string } | null;
  readonly isEmpty: boolean;
};

/** The most texts of a paragraph whose fonts are read. */
const maxTexts = 200;

/** The font of a paragraph: that of its text, because office programs ignore the style of the paragraph there. */
function fontOf(paragraph: HTMLElement): ParagraphFont {
  const style = getComputedStyle(paragraph);
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const families: string[] = [];
  let size = 0;
  for (let node = walker.nextNode(); node !== null && families.length < maxTexts; node = walker.nextNode()) {
    if (!node.parentElement) continue;
    const text = getComputedStyle(node.parentElement);
    families.push(text.fontFamily);
    size = Math.max(size, Number.parseFloat(text.fontSize));
  }
  const [family = style.fontFamily] = families;
  const hasOwn =
    families.length > 0 && families.length < maxTexts && size < Number.parseFloat(style.fontSize);
  return {
    paragraph,
    family,
    own: hasOwn ? { size, family } : null,
    isEmpty: families.length === 0 && paragraph.querySelector('img, svg, br, math') === null,
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

/** Gives every paragraph of a displayed host the line height of the fonts in it. */
export function measureNaturalHeights(host: HTMLElement): void {
  const fonts = Array.from(host.querySelectorAll<HTMLElement>('p'), fontOf);
  const families = [...new Set(fonts.map(({ family }) => family))];
  const probes = families.map((family) => {
    const probe = document.createElement('div');
    Object.assign(probe.style, { fontFamily: family, fontSize: '100px', lineHeight: 'normal' });
    probe.textContent = 'x';
    host.append(probe);
    return probe;
  });
  const heights = new Map(
    probes.map((probe, index) => [families[index], probe.getBoundingClientRect().height / 100]),
  );
  for (const probe of probes) probe.remove();
  for (const { paragraph, family, own, isEmpty } of fonts) {
    paragraph.style.setProperty(naturalHeight, String(heights.get(family) ?? defaultNatural));
    if (own) {
      paragraph.style.fontSize = `${own.size}px`;
      paragraph.style.fontFamily = own.family;
    }
    // A line break at the end starts another line.
    const last = lastContentOf(paragraph);
    if (last?.nodeName === 'BR') last.after(document.createElement('br'));
    // The paragraph that a cell needs behind a table inside it is not shown.
    const isBehindTable =
      paragraph.previousElementSibling?.nodeName === 'TABLE' &&
      paragraph.nextElementSibling === null &&
      paragraph.parentElement?.nodeName === 'TD';
    if (
      isBehindTable &&
      /^\u200b?$/.test(paragraph.textContent) &&
      paragraph.querySelector('img, svg') === null
    )
      paragraph.style.display = 'none';
    // An empty paragraph is as high as a line.
    if (isEmpty) {
      const run = document.createElement('span');
      run.append(document.createElement('br'));
      paragraph.append(run);
    }
  }
}
