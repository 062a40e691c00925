import './print.css';
import { releaseCanvas } from '@sealflow/viewers/pages/page-canvases.viewer.ts';
import type { PrintablePages } from '@sealflow/viewers/viewer/viewer.types.ts';
import { countOf, type PageRange } from './page-range.rules.ts';

/** Whether the page can open the browser's print dialog. The native shells have none. */
export const canPrint = (): boolean => typeof window.print === 'function' && !('Capacitor' in globalThis);

/**
 * Prevents that the browser prints the open document by itself.
 * @returns a function that ends it.
 */
export function guardPrinting(noticeText: string): () => void {
  const notice = document.createElement('p');
  notice.className = 'print-notice';
  notice.textContent = noticeText;
  document.body.append(notice);
  document.documentElement.toggleAttribute('data-document-open', true);
  return () => {
    notice.remove();
    document.documentElement.removeAttribute('data-document-open');
  };
}

export type DrawOptions = {
  readonly pages: PrintablePages;
  readonly range: PageRange;
  readonly watermark: readonly string[];
  readonly onDrawn: (drawn: number) => void;
  readonly signal: AbortSignal;
};

/** Text stays sharp, and a page has about half a megabyte. */
const jpegQuality = 0.9;

/** Draws pages one after another. Only one canvas exists at a time; the result is a picture for each page. */
export async function drawPages(options: DrawOptions): Promise<readonly HTMLImageElement[]> {
  const { pages, range, watermark, onDrawn, signal } = options;
  const images: HTMLImageElement[] = [];
  for (let page = range.first; page <= range.last; page += 1) {
    const canvas = await pages.draw({ page, watermark, signal });
    try {
      signal.throwIfAborted();
      images.push(await toImage(canvas));
    } finally {
      releaseCanvas(canvas);
    }
    signal.throwIfAborted();
    onDrawn(images.length / countOf(range));
  }
  return images;
}

/** A data URL ends with its element: nothing has to be revoked, and no other page can read it. */
async function toImage(canvas: HTMLCanvasElement): Promise<HTMLImageElement> {
  const image = new Image(canvas.width, canvas.height);
  image.alt = '';
  const loaded = new Promise<void>((resolve, reject) => {
    image.addEventListener('load', () => resolve(), { once: true });
    image.addEventListener('error', () => reject(new Error('page picture is not readable')), { once: true });
  });
  image.src = canvas.toDataURL('image/jpeg', jpegQuality);
  await loaded;
  return image;
}

/**
 * Opens the browser's print dialog with pictures of pages. They are removed after the dialog, or when the signal is aborted.
 */
export async function printImages(images: readonly HTMLImageElement[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const container = document.createElement('div');
  container.className = 'print-pages';
  container.setAttribute('aria-hidden', 'true');
  const [first] = images;
  container.toggleAttribute('data-landscape', first !== undefined && first.width > first.height);
  container.append(...images);
  document.body.append(container);
  document.documentElement.toggleAttribute('data-printing', true);
  try {
    await new Promise<void>((resolve) => {
      // Some engines open the dialog without waiting for it.
      window.addEventListener('afterprint', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve(), { once: true });
      window.print();
    });
  } finally {
    document.documentElement.removeAttribute('data-printing');
    for (const image of images) image.removeAttribute('src');
    container.remove();
  }
}
