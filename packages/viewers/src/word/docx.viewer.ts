import DOMPurify from 'dompurify';
import mammoth from 'mammoth';
import { nextTask } from '../viewer/next-task.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type BeginningSize, defaultBeginning } from './docx-beginning.rules.ts';
import { renderDocxLayout } from './docx-layout.viewer.ts';
import { marks } from './docx-marks.rules.ts';
import { createRemainderPage, type WordTexts } from './docx-remainder.viewer.ts';
import { compareWords, type Line } from './docx-text.rules.ts';
import type { RenderedDocument } from './page-column.viewer.ts';
import { readDocxContent } from './read-docx.util.ts';

/** Renders the content of a document without its layout, as one long page. */
async function renderPlainDocx(bytes: Uint8Array<ArrayBuffer>): Promise<RenderedDocument> {
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: bytes.buffer },
    { convertImage: mammoth.images.dataUri, includeEmbeddedStyleMap: false, externalFileAccess: false },
  );
  return { pages: [createPlainPage(value)], styles: [] };
}

/** A page of sanitised HTML: nothing in it runs, loads or links outside. */
function createPlainPage(html: string): HTMLElement {
  const page = document.createElement('section');
  page.className = 'plain';
  page.append(
    DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'form', 'input'] }),
  );
  return page;
}

const blockElements = new Set(
  'ADDRESS,ARTICLE,ASIDE,BLOCKQUOTE,BR,DD,DIV,DL,DT,FOOTER,H1,H2,H3,H4,H5,H6,HEADER,HR,LI,OL,P,PRE,SECTION,TABLE,TD,TH,TR,UL,foreignObject'.split(
    ',',
  ),
);

/** The rendered text of elements, with line breaks between block elements. */
function renderedTextOf(roots: readonly Element[]): string {
  const texts: string[] = [];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let currentBlock: Element | null = root;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        const block = blockOf(node, root);
        if (block !== currentBlock) texts.push('\n');
        currentBlock = block;
        texts.push(node.data);
      } else if (node.nodeName === 'BR' || node.nodeName === 'HR') texts.push('\n');
    }
    texts.push('\n');
  }
  return texts.join('');
}

function blockOf(node: Text, root: Element): Element | null {
  let block = node.parentElement;
  while (block && block !== root && !blockElements.has(block.nodeName)) block = block.parentElement;
  return block;
}

/**
 * Removes everything that leads out of the document: external links show their target as a tooltip, internal
 * ones scroll to it.
 */
function neutralizeLinks(root: HTMLElement): void {
  for (const element of Array.from(
    root.querySelectorAll('script, iframe, object, embed, form, base, meta, link'),
  ))
    element.remove();
  for (const link of Array.from(root.querySelectorAll('a'))) {
    const target = link.getAttribute('href') ?? '';
    link.removeAttribute('href');
    link.removeAttribute('target');
    if (/^#./.test(target)) {
      link.dataset['to'] = target.slice(1);
      link.tabIndex = 0;
      link.setAttribute('role', 'link');
    } else if (target !== '') link.title = target;
  }
  const scrollToTarget = (event: Event) => {
    const to = event.target instanceof Element ? event.target.closest('a')?.dataset['to'] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    document.querySelector(`[id="${CSS.escape(to)}"]`)?.scrollIntoView({ block: 'start' });
  };
  root.addEventListener('click', scrollToTarget);
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') scrollToTarget(event);
  });
}

/** Below this share the plain renderer is tried, and the better result is shown. */
const minLayoutShare = 0.95;
/** The plain renderer wins over the layout only by at least this share. */
const minPlainAdvantage = 0.05;

const tryRenderer = async (read: () => Promise<RenderedDocument>, lines: readonly Line[]) => {
  try {
    const rendered = await read();
    return { rendered, ...compareWords(lines, renderedTextOf(rendered.pages)) };
  } catch {
    return null;
  }
};

/**
 * Renders the first pages of a long docx, which can be shown while all pages are laid out. They are those of the whole document.
 * Null for a short document, and for one that the layout does not show well.
 */
export async function renderFirstPages(
  bytes: Uint8Array<ArrayBuffer>,
  size: BeginningSize = defaultBeginning,
): Promise<RenderedDocument | null> {
  const read = await readDocxContent(bytes, size).catch(() => null);
  if (!read) return null;
  const result = await tryRenderer(() => renderDocxLayout(read), read.lines);
  if (!result || result.share < minLayoutShare) return null;
  const { pages: all, styles } = result.rendered;
  const cut = all.findIndex((page) => page.querySelector(`[id="${marks.endOfBeginning}"]`));
  if (cut <= 0) return null;
  const pages = all.slice(0, cut);
  for (const page of pages) neutralizeLinks(page);
  return { pages, styles };
}

/**
 * Renders a docx with its layout. Where that fails or loses many words, the plain renderer without pages is
 * tried, and the result with more text is shown. Text that is still missing goes on an extra page.
 * @throws ViewerError `unreadable`
 */
export async function renderDocx(
  bytes: Uint8Array<ArrayBuffer>,
  words: WordTexts,
): Promise<RenderedDocument> {
  const read = await readDocxContent(bytes).catch(() => null);
  if (!read) throw new ViewerError('unreadable');
  const { lines, comments, simplifiedBytes } = read;
  // The first pages may be visible already, and the reader may press something.
  await nextTask();
  const layoutResult = await tryRenderer(() => renderDocxLayout(read), lines);
  const plainResult =
    (layoutResult?.share ?? 0) < minLayoutShare
      ? await tryRenderer(() => renderPlainDocx(simplifiedBytes), lines)
      : null;
  const isBetter =
    plainResult && (!layoutResult || plainResult.share > layoutResult.share + minPlainAdvantage);
  const best = isBetter ? plainResult : layoutResult;
  const { pages, styles } = best?.rendered ?? { pages: [], styles: [] };
  const missing = (best?.missing ?? lines).map(({ text }) => text);
  const all = [...pages, ...createRemainderPage({ comments, missing }, words)];
  if (all.length === 0) throw new ViewerError('unreadable');
  for (const page of all) neutralizeLinks(page);
  return { pages: all, styles };
}
