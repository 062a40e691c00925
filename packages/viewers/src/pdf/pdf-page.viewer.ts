import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageJob } from '../pages/job-queue.util.ts';
import { createBrokenNote, createPageCanvases, isSameScale } from '../pages/page-canvases.viewer.ts';
import { type Box, baseScale, detailBox, rotatedSize, type Size } from '../pages/page-layout.rules.ts';
import styles from './pdf.module.css';
import { drawRegion } from './pdf-canvas.viewer.ts';
import type { Destinations } from './pdf-destinations.util.ts';
import type { PdfDocument } from './pdf-document.util.ts';
import { createLinks } from './pdf-links.viewer.ts';
import { createMarks } from './pdf-marks.viewer.ts';
import { createTextLayer } from './pdf-text.viewer.ts';

/** The current display settings of all pages. */
export type PageViewSettings = {
  /** CSS pixels per point at zoom 1. */
  readonly cssPixelsPerPoint: (size: Size) => number;
  readonly zoom: () => number;
  readonly rotation: () => number;
};

export type PageOptions = {
  readonly document: PdfDocument;
  readonly number: number;
  /** The size used for layout until the page is loaded. */
  readonly assumedSize: Size;
  readonly settings: PageViewSettings;
  readonly destinations: Destinations;
  readonly watermark: readonly string[];
  readonly mayCopy: boolean;
  readonly label: string;
  readonly brokenText: string;
  readonly linkLabel: (page: number) => string;
  /** Wraps a change of the page's height, so that the scroll position can be preserved. */
  readonly preserveScrollDuring: (element: HTMLElement, change: () => void) => void;
};

/** One page of the document. It has canvases only while it is near the viewport. */
export type PageView = ReturnType<typeof createPage>;

export function createPage(options: PageOptions) {
  const {
    document: opened,
    number,
    settings,
    destinations,
    watermark,
    mayCopy,
    preserveScrollDuring,
  } = options;
  const { watchdog } = opened;
  const element = document.createElement('div');
  element.classList.add('column-page', styles.page ?? '');
  element.dataset['part'] = '';
  element.toggleAttribute('data-right', number % 2 === 0);
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', options.label);
  const canvases = createPageCanvases(element);
  const marks = createMarks();
  let naturalSize = options.assumedSize;
  let page: PDFPageProxy | null = null;
  let pageDocument: PDFDocumentProxy | null = null;
  let layers: readonly HTMLElement[] | null = null;
  let isBroken = false;
  let isCoarse = false;
  let generation = 0;
  let isRunning = false;

  const rotation = () => ((page?.rotate ?? 0) + settings.rotation()) % 360;
  const size = () => rotatedSize(naturalSize, settings.rotation());
  const applySize = () => {
    const { width, height } = size();
    const cssPixelsPerPoint = settings.cssPixelsPerPoint(size());
    element.style.setProperty('--unit', String(cssPixelsPerPoint));
    element.style.setProperty('--width', `${width * cssPixelsPerPoint}px`);
    element.style.setProperty('--height', `${height * cssPixelsPerPoint}px`);
  };
  applySize();
  const cssScale = () => settings.cssPixelsPerPoint(size()) * settings.zoom();
  const screenScale = () => cssScale() * globalThis.devicePixelRatio;

  const load = async (): Promise<PDFPageProxy> => {
    if (page && pageDocument === opened.current()) return page;
    page = await opened.run((pdf) => pdf.getPage(number));
    pageDocument = opened.current();
    const { width, height } = page.getViewport({ scale: 1 });
    if (width !== naturalSize.width || height !== naturalSize.height) {
      naturalSize = { width: Math.max(1, width), height: Math.max(1, height) };
      preserveScrollDuring(element, applySize);
    }
    return page;
  };

  const dropLayers = () => {
    for (const layer of layers ?? []) layer.remove();
    layers = null;
    marks.removeTextLayer();
  };
  const drop = () => {
    generation += 1;
    isCoarse = false;
    canvases.drop();
    dropLayers();
    isBroken = false;
    element.replaceChildren();
    if (pageDocument === opened.current()) page?.cleanup();
  };

  /** Runs an operation and rejects it when the page was dropped in the meantime. */
  const ifCurrent =
    (work: (signal: AbortSignal, assertCurrent: () => void) => Promise<void>) =>
    async (signal: AbortSignal) => {
      const startGeneration = generation;
      isRunning = true;
      try {
        await work(signal, () => {
          signal.throwIfAborted();
          if (startGeneration !== generation) throw new Error('page was dropped');
        });
      } finally {
        isRunning = false;
      }
    };
  const draw = (loaded: PDFPageProxy, scale: number, box: Box, signal: AbortSignal) => {
    const pixels = scale / cssScale();
    return drawRegion({
      page: loaded,
      watchdog,
      rotation: rotation(),
      scale,
      region: {
        left: Math.floor(box.left * pixels),
        top: Math.floor(box.top * pixels),
        width: (box.right - box.left) * pixels,
        height: (box.bottom - box.top) * pixels,
      },
      watermark,
      watermarkScale: pixels,
      signal,
    });
  };
  const wholeBox = (): Box => {
    const { width, height } = size();
    return { left: 0, top: 0, right: width * cssScale(), bottom: height * cssScale() };
  };

  const drawBase = ifCurrent(async (signal, assertCurrent) => {
    try {
      const loaded = await load();
      const scale = baseScale(size(), screenScale());
      const canvas = await draw(loaded, scale, wholeBox(), signal);
      assertCurrent();
      canvases.setBase(canvas, scale);
    } catch (error) {
      assertCurrent();
      // A page that cannot be drawn does not affect the others.
      isBroken = true;
      element.replaceChildren(createBrokenNote(options.brokenText));
      throw error;
    }
  });
  const drawDetail = (visible: Box) =>
    ifCurrent(async (signal, assertCurrent) => {
      const scale = screenScale();
      const pageBox = wholeBox();
      const box = detailBox(
        visible,
        { width: pageBox.right, height: pageBox.bottom },
        globalThis.devicePixelRatio,
      );
      try {
        const canvas = await draw(await load(), scale, box, signal);
        assertCurrent();
        canvases.setDetail(canvas, scale, box, pageBox);
      } catch (error) {
        assertCurrent();
        // The coarse base stays visible; the detail is not tried again.
        isCoarse = true;
        throw error;
      }
    });
  const addLayers = ifCurrent(async (_, assertCurrent) => {
    const loaded = await load();
    const pageRotation = rotation();
    const [text, links] = await Promise.all([
      createTextLayer({ page: loaded, watchdog, rotation: pageRotation, mayCopy }),
      createLinks({ page: loaded, rotation: pageRotation, destinations, label: options.linkLabel }).catch(
        () => null,
      ),
    ]);
    assertCurrent();
    layers = [marks.element, text?.element, links].filter((layer) => layer instanceof HTMLElement);
    element.append(...layers);
    marks.setTextLayer(text);
  });

  return {
    element,
    number,
    load,
    size,
    applySize,
    drop,
    /** The rotation for drawing the page. */
    rotation,
    hasPixels: () => canvases.base() !== null,
    /** Sets the marked matches and the index of the current one. */
    mark: marks.set,
    /** Whether a job of the page is running. */
    isBusy: () => isRunning,
    /**
     * The next drawing job, or null. `visible` is the visible box, null where the page is only near the
     * viewport. Pages coarser than the screen are sharpened only when nothing scrolls.
     */
    nextJob(visible: Box | null, isScrolling: boolean): PageJob | null {
      if (isBroken) return null;
      const scale = baseScale(size(), screenScale());
      const base = canvases.base();
      if (!base || !isSameScale(base.scale, scale)) return { rank: visible ? 0 : 3, run: drawBase };
      const needsDetail = scale < screenScale() * 0.99;
      if (!needsDetail) canvases.dropDetail();
      const isSharp = canvases.isSharp(screenScale(), visible);
      if (visible && needsDetail && !isSharp && !isScrolling && !isCoarse)
        return { rank: 1, run: drawDetail(visible) };
      return layers ? null : { rank: visible ? 2 : 4, run: addLayers };
    },
  };
}
