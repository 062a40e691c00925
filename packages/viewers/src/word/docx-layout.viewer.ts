import { defaultOptions, type HElement, parseAsync, renderDocument } from 'docx-preview';
import { toBase64 } from '../format/base64.util.ts';
import { pictureTypeOfPath, pictureUrl } from '../format/picture-types.rules.ts';
import { joinBorders } from './docx-borders.viewer.ts';
import { keepBorderWidths, settleRowHeights } from './docx-cell-borders.viewer.ts';
import { fillColumns } from './docx-columns.viewer.ts';
import { insertDrawings, placeOverPages } from './docx-drawings.viewer.ts';
import { hangMarks, spaceScripts } from './docx-east-asian.viewer.ts';
import { completeEquations } from './docx-equations.viewer.ts';
import { fontList } from './docx-fonts.rules.ts';
import { linePitchIn } from './docx-grid.viewer.ts';
import {
  createHeaderLosses,
  finishPages,
  type Headers,
  pageSections,
  renderHeaders,
  showHeaders,
} from './docx-headers.viewer.ts';
import { justifyBrokenLines } from './docx-justify.viewer.ts';
import { addLetterSpacing, setLetterSpacing } from './docx-letter-spacing.viewer.ts';
import { adjustStyles, measureLineHeights, releaseFloatingPictures } from './docx-lines.viewer.ts';
import { insertNumbers } from './docx-lists.viewer.ts';
import { releaseHeaders, takeExactMargins } from './docx-margins.viewer.ts';
import type { ParsedDocx } from './docx-model.rules.ts';
import { collectNotes, type Notes } from './docx-notes.viewer.ts';
import { drawPageBorders } from './docx-page-borders.viewer.ts';
import { paginate } from './docx-paginate.viewer.ts';
import { clipExactRows } from './docx-rows.viewer.ts';
import { drawRubies } from './docx-ruby.viewer.ts';
import { settleDrawings } from './docx-settle.viewer.ts';
import { addSpaces } from './docx-spacing.viewer.ts';
import { placeWideTables } from './docx-table-place.viewer.ts';
import { createTab, layOutTabs, markTabStops, type TabStops } from './docx-tabs.viewer.ts';
import { layVerticalCells, layVerticalPages, turnVerticalText } from './docx-vertical.viewer.ts';
import type { RenderedDocument } from './page-column.viewer.ts';
import type { DocxContent } from './read-docx.util.ts';

const options = {
  className: 'docx',
  inWrapper: false,
  breakPages: true,
  // The stored breaks are removed before. The library would otherwise end a page at every section.
  ignoreLastRenderedPageBreak: false,
  renderAltChunks: false,
  renderHeaders: false,
  renderFooters: false,
  renderFootnotes: true,
  renderEndnotes: true,
  renderComments: false,
  renderChanges: false,
  useBase64URL: true,
  h: createElement,
} as const;

/** The library draws a tab as a wide space; only there a text is passed as a string. */
function createElement(element: HElement | Node | string): Node {
  if (typeof element === 'object' && !(element instanceof Node)) {
    const { tagName, children } = element;
    if (tagName === 'span' && children?.length === 1 && children[0] === '\u2003') return createTab();
  }
  return defaultOptions.h(element);
}

/**
 * The library creates blob URLs for pictures and fonts, which browsers may write to disk; they are replaced
 * by data URLs.
 */
function replaceBlobUrls(parsed: ParsedDocx): void {
  const { _package: files } = parsed;
  const load = async (part: object, id: string): Promise<string | null> => {
    const path = parsed.getPathById(part, id);
    const type = pictureTypeOfPath(path ?? '');
    const bytes = path === null || type === undefined ? null : await files.load(path, 'uint8array');
    return bytes && type ? pictureUrl(type, bytes) : null;
  };
  parsed.loadDocumentImage = (id, part) => load(part ?? parsed.documentPart, id);
  parsed.loadNumberingImage = (id) => load(parsed.numberingPart ?? parsed.documentPart, id);
  parsed.loadFont = async (id, key) => {
    const path = parsed.getPathById(parsed.fontTablePart, id);
    const bytes = path === null ? null : await files.load(path, 'uint8array');
    return bytes && `data:font/ttf;base64,${toBase64(deobfuscateFont(bytes, key))}`;
  };
}

/** Embedded fonts are obfuscated with their key in the first 32 bytes (ECMA-376 part 4, 2.8.1). */
function deobfuscateFont(font: Uint8Array, key: string): Uint8Array {
  const digits = key.replace(/[{}-]/g, '');
  const mask = Array.from({ length: 16 }, (_, index) =>
    Number.parseInt(digits.slice(30 - 2 * index, 32 - 2 * index), 16),
  );
  return font.map((byte, index) => (index < 32 ? byte ^ (mask[index % 16] ?? 0) : byte));
}

/**
 * Headings are paragraphs with a style whose name is the same in all languages; they get the role for screen
 * readers.
 */
function markHeadings(pages: readonly HTMLElement[], { stylesPart }: ParsedDocx): void {
  for (const { name, cssName } of stylesPart?.styles ?? []) {
    const [, level] = /^heading ([1-9])$/i.exec(name ?? '') ?? [];
    if (level === undefined || cssName === undefined) continue;
    for (const heading of pages.flatMap((page) =>
      Array.from(page.querySelectorAll(`p.${CSS.escape(cssName)}`)),
    )) {
      heading.setAttribute('role', 'heading');
      heading.setAttribute('aria-level', level);
    }
  }
}

/** Names the substitutes of the fonts of the theme. */
function completeThemeFonts({ themePart }: ParsedDocx): void {
  const { majorFont, minorFont } = themePart?.theme?.fontScheme ?? {};
  for (const font of [majorFont, minorFont])
    if (font?.latinTypeface) font.latinTypeface = fontList(font.latinTypeface);
}

type Prepared = {
  readonly content: DocxContent;
  readonly parsed: ParsedDocx;
  readonly headers: Headers;
  readonly notes: Notes;
  readonly tabStops: TabStops;
};

/** Stands for the number of all pages while the beginning of a document is shown. */
const unknownCount = '\u2026';

/** The height of footers and headers is measured on pages that are removed afterwards. */
const headerPagesOf = ({ pages }: Headers) => pages.flatMap((kinds) => Object.values(kinds));

/** Measures the pages in the frame, out of sight, and divides them where they are full. */
async function divideIntoPages(
  { pages, styles }: RenderedDocument,
  { content, headers, notes, tabStops }: Prepared,
): Promise<readonly HTMLElement[]> {
  const host = document.createElement('div');
  host.className = 'sheet measured';
  host.append(...styles, ...headerPagesOf(headers), ...pages);
  document.body.append(host);
  try {
    await document.fonts.ready;
    layVerticalPages(pages, content.verticalSections);
    insertDrawings([...headerPagesOf(headers), ...pages], content.drawings, content.media);
    clipExactRows([...headerPagesOf(headers), ...pages]);
    measureLineHeights(host, linePitchIn(pages, content.linePitches));
    spaceScripts(host);
    if (content.settings.isSpaceAdded) addSpaces(host);
    joinBorders(host);
    settleRowHeights(host);
    placeWideTables(host);
    layVerticalCells(host);
    settleDrawings(host);
    layOutTabs(host, tabStops);
    if (content.settings.isBrokenLineJustified) justifyBrokenLines(host);
    hangMarks(host);
    const found = pageSections(pages);
    const sections = new Map(pages.map((page, at) => [page, found[at] ?? { index: 0, isFirst: false }]));
    for (const page of pages) showHeaders(page, headers.pages[sections.get(page)?.index ?? 0]?.default);
    const divided = paginate(pages, {
      notes: notes.measure(),
      lossesOf: createHeaderLosses(headers, sections),
    });
    notes.number(divided);
    finishPages(divided, headers, content.isBeginning ? unknownCount : String(divided.length));
    fillColumns(divided);
    turnVerticalText(divided);
    drawPageBorders(divided, content.pageBorders);
    placeOverPages(divided);
    return divided;
  } finally {
    host.remove();
  }
}

const isSection = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && node.nodeName === 'SECTION';

async function renderHeaderPages(parsed: ParsedDocx): Promise<readonly HTMLElement[]> {
  const nodes = await renderDocument(parsed, { ...options, renderHeaders: true, renderFooters: true });
  return nodes.filter(isSection);
}

/** Renders a docx in the pages of its author. */
export async function renderDocxLayout(content: DocxContent): Promise<RenderedDocument> {
  const parsed: ParsedDocx = await parseAsync(content.simplifiedBytes, options);
  replaceBlobUrls(parsed);
  completeThemeFonts(parsed);
  const exactMargins = takeExactMargins(parsed);
  addLetterSpacing(parsed, content.letterSpacings);
  const tabStops = markTabStops(parsed);
  const nodes = await renderDocument(parsed, options);
  const headers = await renderHeaders(parsed, renderHeaderPages);
  releaseHeaders(headers, exactMargins);
  const elements = nodes.filter((node): node is HTMLElement => node instanceof HTMLElement);
  const pages = elements.filter(isSection);
  const all = [...pages, ...headerPagesOf(headers)];
  markHeadings(pages, parsed);
  for (const image of all.flatMap((page) => Array.from(page.querySelectorAll('img')))) {
    // A picture in a format that browsers cannot draw keeps its area without the broken-image icon.
    if (!image.src.startsWith('data:')) image.removeAttribute('src');
    if (!image.alt) image.alt = '';
  }
  const styles = elements.filter(({ nodeName }) => nodeName === 'STYLE');
  // Documents without styles are drawn in the font of new documents.
  if (!parsed.stylesPart) for (const page of all) page.style.fontFamily = fontList('Calibri');
  if (!content.settings.isPunctuationCompressed) for (const page of all) page.classList.add('uncompressed');
  if (!content.isKerned) for (const page of all) page.classList.add('unkerned');
  adjustStyles(styles, all);
  keepBorderWidths(styles, all);
  releaseFloatingPictures(all);
  setLetterSpacing(all);
  drawRubies(all);
  completeEquations(all);
  insertNumbers(parsed, all, styles);
  const notes = collectNotes(pages, content.noteFormats);
  return {
    pages: await divideIntoPages({ pages, styles }, { content, parsed, headers, notes, tabStops }),
    styles,
  };
}
