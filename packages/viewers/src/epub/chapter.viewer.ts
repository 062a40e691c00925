import { pictureTypeOfBytes, pictureTypeOfPath, pictureUrl } from '../format/picture-types.rules.ts';
import { sanitizeHtml } from '../markdown/sanitize-html.util.ts';
import type { viewers } from '../texts/zh/viewers.ts';
import { type Book, pathOf } from './book.util.ts';

/** Limits of the pictures in one chapter. */
const maxPictures = 400;
const maxPictureBytes = 64 * 1024 * 1024;

/**
 * The body of a chapter as HTML. Chapters are XHTML, whose empty elements HTML would not close; damaged ones are read as HTML.
 */
function bodyOf(markup: string): HTMLElement {
  const parser = new DOMParser();
  const xhtml = parser.parseFromString(markup, 'application/xhtml+xml');
  const isDamaged = xhtml.querySelector('parsererror') !== null;
  const source = isDamaged ? parser.parseFromString(markup, 'text/html') : xhtml;
  const body = source.querySelector('body') ?? source.documentElement;
  const inert = document.implementation.createHTMLDocument('').body;
  for (const child of Array.from(body.childNodes)) inert.append(inert.ownerDocument.importNode(child, true));
  return inert;
}

/** Covers are often a drawing that contains nothing but one picture. */
function unwrapPictures(body: HTMLElement): void {
  for (const drawing of Array.from(body.querySelectorAll('svg'))) {
    const image = drawing.querySelector('image');
    if (!image) continue;
    const replacement = drawing.ownerDocument.createElement('img');
    const address = image.getAttribute('href') ?? image.getAttribute('xlink:href') ?? '';
    replacement.setAttribute('src', address);
    replacement.setAttribute('alt', drawing.querySelector('title')?.textContent ?? '');
    drawing.replaceWith(replacement);
  }
}

async function picturesOf(body: HTMLElement, book: Book, from: string): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  let remainingBytes = maxPictureBytes;
  for (const image of Array.from(body.querySelectorAll('img')).slice(0, maxPictures)) {
    const address = image.getAttribute('src') ?? '';
    const path = pathOf(address, from);
    if (path === null || urls.has(address)) continue;
    const bytes = await book.readPicture(path);
    const type = bytes && (pictureTypeOfBytes(bytes) ?? pictureTypeOfPath(path));
    if (!bytes || !type || bytes.length > remainingBytes) continue;
    remainingBytes -= bytes.length;
    urls.set(address, pictureUrl(type, bytes));
  }
  return urls;
}

export type ChapterOptions = {
  readonly book: Book;
  readonly path: string;
  readonly texts: typeof viewers;
  /** Whether pictures are needed. A search needs only the text. */
  readonly hasPictures: boolean;
};

/** A sanitised chapter: nothing in it runs, loads or leads anywhere, and the styles of the publisher are left out. */
export async function renderChapter({
  book,
  path,
  texts,
  hasPictures,
}: ChapterOptions): Promise<DocumentFragment> {
  const body = bodyOf(await book.readText(path));
  unwrapPictures(body);
  const urls = hasPictures ? await picturesOf(body, book, path) : new Map<string, string>();
  const { clean } = sanitizeHtml(body.innerHTML, {
    picture: (address) => {
      if (address.startsWith('data:image/')) return address;
      const target = pathOf(address, path);
      // Without pictures, the text must still be the one that is shown.
      return urls.get(address) ?? (!hasPictures && target !== null && book.hasFile(target) ? 'data:,' : null);
    },
    pictureText: texts.text.picture,
    linkText: texts.text.link,
  });
  return clean;
}
