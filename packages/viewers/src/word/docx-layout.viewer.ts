import { parseAsync, renderDocument } from 'docx-preview';
import { toBase64 } from '../format/base64.util.ts';
import { pictureTypeOfPath, pictureUrl } from '../format/picture-types.rules.ts';
import { adjustStyles, measureNaturalHeights, releaseFloatingPictures } from './docx-lines.viewer.ts';
import { paginate } from './docx-paginate.viewer.ts';
import type { RenderedDocument } from './page-column.viewer.ts';

const options = {
  className: 'docx',
  inWrapper: false,
  breakPages: true,
  // The stored breaks are removed before. The library would otherwise end a page at every section.
  ignoreLastRenderedPageBreak: false,
  renderAltChunks: false,
  renderHeaders: true,
  renderFooters: true,
  renderFootnotes: true,
  renderEndnotes: true,
  renderComments: false,
  renderChanges: false,
  useBase64URL: true,
} as const;

type ParsedStyle = {
  readonly name: string | null;
  readonly cssName?: string;
  readonly paragraphProps?: { readonly keepNext?: boolean } | null;
};

/** The members of the library's document that are adjusted here. */
type ParsedDocx = {
  readonly documentPart: object;
  readonly numberingPart: object;
  readonly fontTablePart: object;
  readonly stylesPart?: { readonly styles: readonly ParsedStyle[] } | null;
  readonly _package: { load(path: string, type: 'uint8array'): Promise<Uint8Array | null> };
  getPathById(part: object, id: string): string | null;
  loadDocumentImage(id: string, part?: object): Promise<string | null>;
  loadNumberingImage(id: string): Promise<string | null>;
  loadFont(id: string, key: string): Promise<string | null>;
};

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
  parsed.loadNumberingImage = (id) => load(parsed.numberingPart, id);
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

/** Measures the pages in the frame, out of sight, and divides them where they are full. */
async function divideIntoPages(
  { pages, styles }: RenderedDocument,
  { stylesPart }: ParsedDocx,
): Promise<readonly HTMLElement[]> {
  const host = document.createElement('div');
  host.className = 'sheet measured';
  host.append(...styles, ...pages);
  document.body.append(host);
  try {
    await document.fonts.ready;
    measureNaturalHeights(host);
    const kept = (stylesPart?.styles ?? []).filter(({ paragraphProps }) => paragraphProps?.keepNext === true);
    return paginate(pages, new Set(kept.flatMap(({ cssName }) => cssName ?? [])));
  } finally {
    host.remove();
  }
}

/** Renders a docx in the pages of its author. */
export async function renderDocxLayout(bytes: Uint8Array): Promise<RenderedDocument> {
  const parsed = await parseAsync(bytes, options);
  replaceBlobUrls(parsed);
  const nodes = await renderDocument(parsed, options);
  const elements = nodes.filter((node): node is HTMLElement => node instanceof HTMLElement);
  const pages = elements.filter(({ nodeName }) => nodeName === 'SECTION');
  markHeadings(pages, parsed);
  for (const image of pages.flatMap((page) => Array.from(page.querySelectorAll('img')))) {
    // A picture in a format that browsers cannot draw keeps its area without the broken-image icon.
    if (!image.src.startsWith('data:')) image.removeAttribute('src');
    if (!image.alt) image.alt = '';
  }
  const styles = elements.filter(({ nodeName }) => nodeName === 'STYLE');
  adjustStyles(styles, pages);
  releaseFloatingPictures(pages);
  return { pages: await divideIntoPages({ pages, styles }, parsed), styles };
}
