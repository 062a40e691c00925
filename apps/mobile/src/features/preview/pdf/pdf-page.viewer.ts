import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import styles from '../preview.module.css';
import { burnWatermark } from '../watermark.rules.ts';

/** Phones refuse larger canvases; above it a page is drawn coarser than the screen. */
const mostPixels = 16_000_000;

export type PageSize = { readonly width: number; readonly height: number };

/** One page's place in the document; it holds pixels only while it is near what is seen. */
export type PageView = {
  readonly element: HTMLElement;
  /** After the width of the screen changed. */
  relayout(): void;
  show(scale: number): Promise<void>;
  hide(): void;
};

type PageOptions = {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly assumed: PageSize;
  readonly watermark: readonly string[];
  readonly label: string;
  /** CSS pixels a point at zoom 1. */
  readonly unit: () => number;
  readonly onSize: (element: HTMLElement) => void;
};

/** Makes a page's place. It is drawn off the screen and stands in the page only with its watermark. */
export function createPage(options: PageOptions): PageView {
  const { pdf, number, watermark, label, unit, onSize } = options;
  const element = document.createElement('div');
  element.className = styles.page ?? '';
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', label);
  let size = options.assumed;
  let page: PDFPageProxy | null = null;
  let drawnAt = 0;
  let turn = 0;
  let cancel: (() => void) | null = null;

  const place = () => {
    element.style.setProperty('--width', `${size.width * unit()}px`);
    element.style.setProperty('--height', `${size.height * unit()}px`);
  };
  place();

  const load = async (): Promise<PDFPageProxy> => {
    page ??= await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    if (width !== size.width || height !== size.height) {
      size = { width, height };
      place();
      onSize(element);
    }
    return page;
  };

  const hide = () => {
    turn += 1;
    cancel?.();
    cancel = null;
    drawnAt = 0;
    for (const canvas of element.querySelectorAll('canvas')) canvas.width = 0;
    element.replaceChildren();
    page?.cleanup();
  };

  return {
    element,
    relayout: () => {
      place();
      drawnAt = 0;
    },
    hide,
    async show(scale) {
      if (drawnAt === scale) return;
      turn += 1;
      const mine = turn;
      cancel?.();
      drawnAt = scale;
      const loaded = await load();
      if (mine !== turn) return;
      const cssScale = unit() * scale;
      const wanted = cssScale * globalThis.devicePixelRatio;
      const pixelScale = Math.min(wanted, Math.sqrt(mostPixels / (size.width * size.height)));
      const viewport = loaded.getViewport({ scale: pixelScale });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const drawing = loaded.render({ canvas, viewport });
      cancel = () => drawing.cancel();
      try {
        await drawing.promise;
      } catch (error) {
        canvas.width = 0;
        if (mine !== turn) return;
        throw error;
      }
      if (mine !== turn) {
        canvas.width = 0;
        return;
      }
      cancel = null;
      const context = canvas.getContext('2d');
      const surface = { width: canvas.width, height: canvas.height, scale: pixelScale / unit() / scale };
      if (context) burnWatermark({ context, ...surface }, watermark);
      canvas.setAttribute('aria-hidden', 'true');
      for (const old of element.querySelectorAll('canvas')) old.width = 0;
      element.replaceChildren(canvas);
      const text = await textOf(loaded, cssScale);
      if (mine === turn && text) element.append(text);
    },
  };
}

/** What a screen reader reads; it lies unseen over the picture of the page. Null where the page's text is broken. */
async function textOf(page: PDFPageProxy, scale: number): Promise<HTMLElement | null> {
  const container = document.createElement('div');
  container.className = styles.textLayer ?? '';
  container.style.setProperty('--total-scale-factor', String(scale));
  try {
    const source = page.streamTextContent();
    await new TextLayer({
      textContentSource: source,
      container,
      viewport: page.getViewport({ scale }),
    }).render();
    return container;
  } catch {
    return null;
  }
}
