import type { PageJob } from '../pages/job-queue.util.ts';
import { createBrokenNote, createPageCanvases, isSameScale } from '../pages/page-canvases.viewer.ts';
import { type Box, detailBox, type Size } from '../pages/page-layout.rules.ts';
import styles from './image.module.css';
import { orientPicture, quarterTurnOrientations, visibleSizeOf } from './orientation.rules.ts';
import type { Picture, PicturePart } from './picture.types.ts';
import { drawIntoCanvas, drawPart } from './picture-canvas.viewer.ts';
import { baseScale } from './picture-layout.rules.ts';

/** The current display settings of all pictures. */
export type PictureViewSettings = {
  /** CSS pixels per picture pixel at zoom 1. */
  readonly fittedScale: (size: Size) => number;
  readonly zoom: () => number;
  /** Quarter turns to the right. */
  readonly quarterTurns: () => number;
};

export type PicturePageOptions = {
  readonly load: () => Promise<Picture>;
  readonly number: number;
  /** The size used for layout until the picture is loaded. */
  readonly assumedSize: Size;
  readonly settings: PictureViewSettings;
  readonly maxPixels: number;
  readonly watermark: readonly string[];
  readonly label: string;
  readonly brokenText: string;
  /** Wraps a change of the page's height, so that the scroll position can be preserved. */
  readonly preserveScrollDuring: (element: HTMLElement, change: () => void) => void;
};

export type PicturePage = ReturnType<typeof createPicturePage>;

/** The page of one picture. It has canvases only while it is near the viewport. */
export function createPicturePage(options: PicturePageOptions) {
  const { number, settings, maxPixels, watermark, preserveScrollDuring } = options;
  const element = document.createElement('div');
  element.classList.add('column-page', styles.page ?? '');
  element.dataset['part'] = '';
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', options.label);
  const canvases = createPageCanvases(element);
  let picture: Picture | null = null;
  let isBroken = false;
  let isCoarse = false;
  let generation = 0;

  const orientation = () => quarterTurnOrientations[settings.quarterTurns() % 4] ?? 1;
  const size = () => visibleSizeOf(picture?.size ?? options.assumedSize, orientation());
  const cssScale = () => settings.fittedScale(size()) * settings.zoom();
  const screenScale = () => cssScale() * globalThis.devicePixelRatio;
  const applySize = () => {
    const { width, height } = size();
    const fittedScale = settings.fittedScale(size());
    element.style.setProperty('--width', `${width * fittedScale}px`);
    element.style.setProperty('--height', `${height * fittedScale}px`);
  };
  applySize();

  const load = async (): Promise<Picture> => {
    if (picture) return picture;
    const loaded = await options.load();
    preserveScrollDuring(element, () => {
      picture = loaded;
      applySize();
    });
    return loaded;
  };
  const drop = () => {
    generation += 1;
    isCoarse = false;
    isBroken = false;
    canvases.drop();
    delete element.dataset['shown'];
    element.setAttribute('role', 'img');
    element.replaceChildren();
  };
  const showBroken = () => {
    isBroken = true;
    // With the role `img`, the text inside would not be read aloud.
    element.setAttribute('role', 'group');
    element.replaceChildren(createBrokenNote(options.brokenText));
  };

  const drawingOf = (loaded: Picture, part: PicturePart, signal: AbortSignal) => ({
    picture: orientPicture(loaded, orientation()),
    part,
    watermark,
    watermarkScale: part.pixelWidth / (part.width * cssScale()),
    signal,
  });
  /** Converts a box in CSS pixels to a part of the picture. */
  const toPicturePart = ({ left, top, right, bottom }: Box, scale: number): PicturePart => {
    const css = cssScale();
    const [width, height] = [(right - left) / css, (bottom - top) / css];
    return {
      left: left / css,
      top: top / css,
      width,
      height,
      pixelWidth: Math.max(1, Math.round(width * scale)),
      pixelHeight: Math.max(1, Math.round(height * scale)),
    };
  };
  const wholeBox = (): Box => ({
    left: 0,
    top: 0,
    right: size().width * cssScale(),
    bottom: size().height * cssScale(),
  });
  const baseScaleOf = (loaded: Picture) =>
    baseScale({
      size: size(),
      maxDecodeScale: loaded.maxScale,
      screenScale: settings.fittedScale(size()) * globalThis.devicePixelRatio,
      maxPixels,
    });

  /** Runs an operation and rejects it when the page was dropped or redrawn in the meantime. */
  const ifCurrent =
    (work: (loaded: Picture, assertCurrent: () => void, signal: AbortSignal) => Promise<void>) =>
    async (signal: AbortSignal) => {
      const startGeneration = generation;
      const assertCurrent = () => {
        signal.throwIfAborted();
        if (startGeneration !== generation) throw new Error('page was dropped or redrawn');
      };
      const loaded = await load();
      assertCurrent();
      await work(loaded, assertCurrent, signal);
    };
  const drawBase = async (signal: AbortSignal) => {
    const startGeneration = generation;
    try {
      await ifCurrent(async (loaded, assertCurrent) => {
        const scale = baseScaleOf(loaded);
        const canvas = await drawPart(drawingOf(loaded, toPicturePart(wholeBox(), scale), signal));
        assertCurrent();
        element.dataset['shown'] = '';
        canvases.setBase(canvas, scale);
      })(signal);
    } catch (error) {
      if (startGeneration === generation && !signal.aborted) showBroken();
      throw error;
    }
  };
  const drawDetail = (visible: Box) =>
    ifCurrent(async (loaded, assertCurrent, signal) => {
      const all = wholeBox();
      const scale = Math.min(screenScale(), loaded.maxScale);
      const box = detailBox(visible, { width: all.right, height: all.bottom }, scale / cssScale());
      try {
        const canvas = await drawPart(drawingOf(loaded, toPicturePart(box, scale), signal));
        assertCurrent();
        canvases.setDetail(canvas, scale, box, all);
      } catch (error) {
        assertCurrent();
        // The coarse base stays visible; the detail is not tried again.
        isCoarse = true;
        throw error;
      }
    });

  return {
    element,
    number,
    load,
    applySize,
    drop,
    drawBase,
    hasPixels: () => canvases.base() !== null,
    /** Draws the current frame of an animation over the previous one. */
    async redraw(): Promise<void> {
      const base = canvases.base();
      if (!picture || !base) return;
      const drawing = drawingOf(picture, toPicturePart(wholeBox(), base.scale), new AbortController().signal);
      const { width: pixelWidth, height: pixelHeight } = base.canvas;
      await drawIntoCanvas(base.canvas, { ...drawing, part: { ...drawing.part, pixelWidth, pixelHeight } });
    },
    /**
     * The next drawing job, or null. `visible` is the visible box, null where the page is only near the
     * viewport.
     */
    nextJob(visible: Box | null, isScrolling: boolean): PageJob | null {
      if (isBroken) return null;
      const base = canvases.base();
      if (!picture || !base || !isSameScale(base.scale, baseScaleOf(picture))) {
        return { rank: visible ? 0 : 3, run: drawBase };
      }
      const { scale } = base;
      const targetScale = Math.min(screenScale(), picture.maxScale);
      if (scale >= targetScale * 0.99) {
        canvases.dropDetail();
        return null;
      }
      const isSharp = canvases.isSharp(targetScale, visible);
      if (!visible || isSharp || isScrolling || isCoarse || picture.frames) return null;
      return { rank: 1, run: drawDetail(visible) };
    },
  };
}
