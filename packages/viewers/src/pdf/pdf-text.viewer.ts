import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import styles from './pdf.module.css';
import { type PageText, pageTextOf, runRangesOf, type TextRun } from './pdf-text.rules.ts';
import type { Watchdog } from './pdf-watchdog.util.ts';

export type TextOptions = {
  readonly page: PDFPageProxy;
  readonly watchdog: Watchdog;
  readonly rotation: number;
  readonly mayCopy: boolean;
};

/** The invisible text of a page over its picture, for screen readers, selection and search. */
export type TextLayerView = {
  readonly element: HTMLElement;
  readonly text: PageText;
  /** The rectangles of a range of the text, as shares of the page. */
  readonly rectsOf: (textRange: {
    readonly start: number;
    readonly end: number;
  }) => readonly DOMRectReadOnly[];
};

/** Drops the marked-content items, which contain no text. */
export const textRunsOf = (items: readonly (TextRun | { readonly type: string })[]): readonly TextRun[] =>
  items.filter((item) => 'str' in item);

/** Creates the text layer of a page; null where the text is damaged, in which case the picture remains. */
export async function createTextLayer(options: TextOptions): Promise<TextLayerView | null> {
  const { page, watchdog, rotation, mayCopy } = options;
  const element = document.createElement('div');
  element.className = styles.textLayer ?? '';
  if (mayCopy) element.dataset['copy'] = '';
  try {
    const content = await watchdog.guard(page.getTextContent());
    const viewport = page.getViewport({ scale: 1, rotation });
    const layer = new TextLayer({ textContentSource: content, container: element, viewport });
    await layer.render();
    // Engines without the CSS function `round()` compute no size.
    const { pageWidth, pageHeight } = viewport.rawDims as { pageWidth: number; pageHeight: number };
    element.style.width = `calc(var(--total-scale-factor) * ${pageWidth}px)`;
    element.style.height = `calc(var(--total-scale-factor) * ${pageHeight}px)`;
    const text = pageTextOf(textRunsOf(content.items));
    return {
      element,
      text,
      rectsOf: (textRange) => rectsOf(element, layer.textDivs, text.runStarts, textRange),
    };
  } catch {
    return null;
  }
}

/** Releases the canvas in which pdf.js measures text with the fonts of the document. */
export const releaseTextLayers = () => TextLayer.cleanup();

function rectsOf(
  element: HTMLElement,
  divs: readonly HTMLElement[],
  runs: Uint32Array,
  textRange: { readonly start: number; readonly end: number },
): readonly DOMRectReadOnly[] {
  const page = element.parentElement?.getBoundingClientRect();
  if (!page || page.width === 0) return [];
  return runRangesOf(runs, textRange).flatMap(({ run, start, end }) => {
    const words = divs[run]?.firstChild;
    if (!(words instanceof Text) || start >= end) return [];
    const range = document.createRange();
    range.setStart(words, Math.min(start, words.length));
    range.setEnd(words, Math.min(end, words.length));
    const { left, top, width, height } = range.getBoundingClientRect();
    return width === 0
      ? []
      : [
          new DOMRectReadOnly(
            (left - page.left) / page.width,
            (top - page.top) / page.height,
            width / page.width,
            height / page.height,
          ),
        ];
  });
}
