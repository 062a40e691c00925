import type { RelatedTexts } from './docx-boxes.rules.ts';
import { type Diagrams, drawingRelationshipOf } from './docx-diagrams.rules.ts';
import { elementsNamed, isWordElement } from './docx-markup.rules.ts';
import { type DocxPackage, openDocx } from './docx-package.util.ts';
import { linesOf } from './docx-text.rules.ts';

/** The texts of a chart: its titles and the cached names and values of its cells, without duplicates. */
function chartTexts(part: Document): string[] {
  const rich = paragraphsOf(part);
  const cachedValues = elementsNamed(part, 'tx', 'cat', 'val', 'xVal', 'yVal').flatMap((group) => [
    elementsNamed(group, 'v')
      .map(({ textContent }) => textContent)
      .join(' '),
  ]);
  return [...new Set([...rich, ...cachedValues])].filter((text) => text.trim() !== '');
}

/** The paragraphs of a drawing. */
const paragraphsOf = (part: Document): string[] =>
  elementsNamed(part, 'p')
    .map((paragraph) =>
      elementsNamed(paragraph, 't')
        .map(({ textContent }) => textContent)
        .join(''),
    )
    .filter((text) => text.trim() !== '');

const blockElements = 'p,div,li,h1,h2,h3,h4,h5,h6,tr,td,th,pre,blockquote,section,article,br';

function linesOfHtml(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of Array.from(page.querySelectorAll('script,style,title,template'))) hidden.remove();
  for (const block of Array.from(page.querySelectorAll(blockElements))) block.after('\n');
  return page.documentElement.textContent
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The text of an inserted file: HTML, plain text or another document. */
async function chunkTexts(files: DocxPackage, path: string): Promise<readonly string[]> {
  const bytes = await files.bytes(path);
  if (bytes?.[0] === 0x50 && bytes[1] === 0x4b) {
    const inner = await openDocx(Uint8Array.from(bytes));
    const main = inner.relationships('').find(({ kind }) => kind === 'officeDocument')?.path;
    const part = await inner.xml(main ?? 'word/document.xml');
    return part ? linesOf(part).map(({ text }) => text) : [];
  }
  const text = (await files.text(path)) ?? '';
  if (/<html|<body|<p[\s>]/i.test(text.slice(0, 4096))) return linesOfHtml(text);
  return text.startsWith('{\\rtf') ? [] : text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** Reads the text of the parts that a part refers to. */
export async function readRelatedTexts(files: DocxPackage, path: string): Promise<RelatedTexts> {
  const found = new Map<string, readonly string[]>();
  for (const { id, kind, path: target } of files.relationships(path)) {
    if (kind === 'aFChunk') found.set(id, await chunkTexts(files, target).catch(() => []));
    if (kind !== 'chart' && kind !== 'chartEx' && kind !== 'diagramData') continue;
    const part = await files.xml(target).catch(() => null);
    if (part) found.set(id, kind === 'diagramData' ? paragraphsOf(part) : chartTexts(part));
  }
  return found;
}

/** Reads the drawn shapes of the diagrams that a part refers to, or their data where no shapes are stored. */
export async function readDiagrams(files: DocxPackage, path: string): Promise<Diagrams> {
  const relationships = files.relationships(path);
  const found = new Map<string, Document>();
  for (const { id, kind, path: target } of relationships) {
    const data = kind === 'diagramData' ? await files.xml(target).catch(() => null) : null;
    const drawn = data && drawingRelationshipOf(data);
    const drawing = relationships.find((each) => each.id === drawn);
    const part = drawing ? await files.xml(drawing.path).catch(() => null) : null;
    const shown = part ?? data;
    if (shown) found.set(id, shown);
  }
  return found;
}

/** The comments of a review with their authors. */
export const commentsOf = (part: Document) =>
  elementsNamed(part, 'comment')
    .filter(isWordElement)
    .map((comment) => ({
      author: comment.getAttributeNS(comment.namespaceURI, 'author') ?? '',
      text: linesOf(comment)
        .map(({ text }) => text)
        .join('\n'),
    }))
    .filter(({ text }) => text !== '');
