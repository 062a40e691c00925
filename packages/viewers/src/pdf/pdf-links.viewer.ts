import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import styles from './pdf.module.css';
import type { Destination, Destinations } from './pdf-destinations.util.ts';

export type LinkOptions = {
  readonly page: PDFPageProxy;
  readonly rotation: number;
  readonly destinations: Destinations;
  readonly label: (page: number) => string;
};

type Annotation = {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly dest?: Destination;
};

/**
 * Creates links to destinations in the document itself. External links remain plain text, because a document
 * must not open any address.
 */
export async function createLinks(options: LinkOptions): Promise<HTMLElement | null> {
  const { page, rotation, destinations, label } = options;
  const viewport = page.getViewport({ scale: 1, rotation });
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  const links = await Promise.all(
    annotations.map(async ({ subtype, rect, dest }) => {
      if (subtype !== 'Link' || !dest || rect?.length !== 4) return null;
      const target = await destinations.pageOf(dest);
      if (target === null) return null;
      const [left = 0, bottom = 0, right = 0, top = 0] = rect;
      const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[];
      const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[];
      const link = document.createElement('button');
      link.type = 'button';
      link.className = styles.link ?? '';
      link.setAttribute('aria-label', label(target));
      link.style.left = `${(Math.min(x1, x2) / viewport.width) * 100}%`;
      link.style.top = `${(Math.min(y1, y2) / viewport.height) * 100}%`;
      link.style.width = `${(Math.abs(x2 - x1) / viewport.width) * 100}%`;
      link.style.height = `${(Math.abs(y2 - y1) / viewport.height) * 100}%`;
      link.addEventListener('click', () => void destinations.goTo(dest));
      return link;
    }),
  );
  const shown = links.filter((link) => link !== null);
  if (shown.length === 0) return null;
  const layer = document.createElement('div');
  layer.className = styles.links ?? '';
  layer.append(...shown);
  return layer;
}
