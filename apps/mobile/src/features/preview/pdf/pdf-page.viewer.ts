import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import parts from '../page-parts.module.css';
import { freeCanvas, placeDetail } from '../page-parts.viewer.ts';
import styles from './pdf.module.css';
import { drawRegion } from './pdf-canvas.viewer.ts';
import type { Destinations } from './pdf-destinations.adapter.ts';
import type { PdfDocument } from './pdf-document.adapter.ts';
import { type Box, baseScale, covers, detailBox, type Size, turned } from './pdf-layout.rules.ts';
import { createLinks } from './pdf-links.viewer.ts';
import { createMarks } from './pdf-marks.viewer.ts';
import { createTextLayer } from './pdf-text.viewer.ts';

/** The next drawing job of a page; jobs with the lowest rank run first. */
export type PageJob = { readonly rank: number; readonly run: (signal: AbortSignal) => Promise<void> };

/** The current display settings of all pages. */
export type PageLook = {
  /** CSS pixels per point at zoom 1. */
  readonly unit: (size: Size) => number;
  readonly zoom: () => number;
  readonly rotation: () => number;
};

export type PageOptions = {
  readonly document: PdfDocument;
  readonly number: number;
  /** The size used for layout until the page is loaded. */
  readonly assumed: Size;
  readonly look: PageLook;
  readonly destinations: Destinations;
  readonly watermark: readonly string[];
  readonly mayCopy: boolean;
  readonly label: string;
  readonly brokenText: string;
  readonly linkLabel: (page: number) => string;
  /** Wraps a change of the page's height, so that the scroll position can be preserved. */
  readonly resize: (element: HTMLElement, change: () => void) => void;
};

/** One page of the document. It has canvases only while it is near the viewport. */
export type PageView = ReturnType<typeof createPage>;

type Picture = { readonly canvas: HTMLCanvasElement; readonly scale: number };
type Detail = Picture & { readonly box: Box };

const same = (one: number, other: number) => Math.abs(one / other - 1) < 0.01;

export function createPage(options: PageOptions) {
  const { document: opened, number, look, destinations, watermark, mayCopy, resize } = options;
  const { patience } = opened;
  const element = document.createElement('div');
  element.className = styles.page ?? '';
  element.dataset['part'] = '';
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', options.label);
  const marks = createMarks();
  let natural = options.assumed;
  let page: PDFPageProxy | null = null;
  let owner: PDFDocumentProxy | null = null;
  let base: Picture | null = null;
  let detail: Detail | null = null;
  let layers: readonly HTMLElement[] | null = null;
  let broken: HTMLElement | null = null;
  let isCoarse = false;
  let turn = 0;
  let busy = false;

  const rotation = () => ((page?.rotate ?? 0) + look.rotation()) % 360;
  const size = () => turned(natural, look.rotation());
  const place = () => {
    const { width, height } = size();
    const unit = look.unit(size());
    element.style.setProperty('--unit', String(unit));
    element.style.setProperty('--width', `${width * unit}px`);
    element.style.setProperty('--height', `${height * unit}px`);
  };
  place();
  const cssScale = () => look.unit(size()) * look.zoom();
  const wanted = () => cssScale() * globalThis.devicePixelRatio;

  const load = async (): Promise<PDFPageProxy> => {
    if (page && owner === opened.current()) return page;
    page = await opened.use((pdf) => pdf.getPage(number));
    owner = opened.current();
    const { width, height } = page.getViewport({ scale: 1 });
    if (width !== natural.width || height !== natural.height) {
      natural = { width: Math.max(1, width), height: Math.max(1, height) };
      resize(element, place);
    }
    return page;
  };

  const dropDetail = () => {
    if (detail) freeCanvas(detail.canvas);
    detail?.canvas.remove();
    detail = null;
  };
  const dropLayers = () => {
    for (const layer of layers ?? []) layer.remove();
    layers = null;
    marks.forget();
  };
  const drop = () => {
    turn += 1;
    isCoarse = false;
    dropDetail();
    dropLayers();
    if (base) freeCanvas(base.canvas);
    base = null;
    broken = null;
    element.replaceChildren();
    if (owner === opened.current()) page?.cleanup();
  };

  /** Runs an operation and rejects it when the page was dropped in the meantime. */
  const inTurn =
    (work: (signal: AbortSignal, stillHolds: () => void) => Promise<void>) => async (signal: AbortSignal) => {
      const mine = turn;
      busy = true;
      try {
        await work(signal, () => {
          signal.throwIfAborted();
          if (mine !== turn) throw new Error('page was dropped');
        });
      } finally {
        busy = false;
      }
    };
  const draw = (loaded: PDFPageProxy, scale: number, box: Box, signal: AbortSignal) => {
    const pixels = scale / cssScale();
    return drawRegion({
      page: loaded,
      patience,
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
  const whole = (): Box => {
    const { width, height } = size();
    return { left: 0, top: 0, right: width * cssScale(), bottom: height * cssScale() };
  };

  const drawBase = inTurn(async (signal, stillHolds) => {
    try {
      const loaded = await load();
      const scale = baseScale(size(), wanted());
      const canvas = await draw(loaded, scale, whole(), signal);
      stillHolds();
      canvas.className = parts.base ?? '';
      if (base) freeCanvas(base.canvas);
      base?.canvas.remove();
      base = { canvas, scale };
      element.prepend(canvas);
    } catch (error) {
      stillHolds();
      // A page that cannot be drawn does not affect the others.
      broken = document.createElement('p');
      broken.className = parts.broken ?? '';
      broken.textContent = options.brokenText;
      element.replaceChildren(broken);
      throw error;
    }
  });
  const drawDetail = (seen: Box) =>
    inTurn(async (signal, stillHolds) => {
      const scale = wanted();
      const all = whole();
      const box = detailBox(seen, { width: all.right, height: all.bottom }, globalThis.devicePixelRatio);
      try {
        const canvas = await draw(await load(), scale, box, signal);
        stillHolds();
        placeDetail(canvas, box, all);
        dropDetail();
        detail = { canvas, scale, box };
        base?.canvas.after(canvas);
      } catch (error) {
        stillHolds();
        // The coarse base stays visible; the detail is not tried again.
        isCoarse = true;
        throw error;
      }
    });
  const addLayers = inTurn(async (_, stillHolds) => {
    const loaded = await load();
    const turnedBy = rotation();
    const [text, links] = await Promise.all([
      createTextLayer({ page: loaded, patience, rotation: turnedBy, mayCopy }),
      createLinks({ page: loaded, rotation: turnedBy, destinations, label: options.linkLabel }).catch(
        () => null,
      ),
    ]);
    stillHolds();
    layers = [marks.element, text?.element, links].filter((layer) => layer instanceof HTMLElement);
    element.append(...layers);
    marks.show(text);
  });

  return {
    element,
    number,
    load,
    size,
    place,
    drop,
    /** The rotation for drawing the page. */
    rotation,
    hasPixels: () => base !== null,
    /** Sets the marked matches and the index of the current one. */
    mark: marks.set,
    /** Whether a job of the page is running. */
    isBusy: () => busy,
    /**
     * The next drawing job, or null. `visible` is the visible box, null where the page is only near the
     * viewport. Pages coarser than the screen are sharpened only when nothing scrolls.
     */
    next(seen: Box | null, moves: boolean): PageJob | null {
      if (broken) return null;
      const scale = baseScale(size(), wanted());
      if (!base || !same(base.scale, scale)) return { rank: seen ? 0 : 3, run: drawBase };
      const needsDetail = scale < wanted() * 0.99;
      if (!needsDetail) dropDetail();
      const isSharp = detail !== null && same(detail.scale, wanted()) && (!seen || covers(detail.box, seen));
      if (seen && needsDetail && !isSharp && !moves && !isCoarse) return { rank: 1, run: drawDetail(seen) };
      return layers ? null : { rank: seen ? 2 : 4, run: addLayers };
    },
  };
}
