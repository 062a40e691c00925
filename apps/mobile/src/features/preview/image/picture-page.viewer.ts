import parts from '../page-parts.module.css';
import { freeCanvas, placeDetail } from '../page-parts.viewer.ts';
import { type Box, covers, detailBox, type Size } from '../pdf/pdf-layout.rules.ts';
import type { PageJob } from '../pdf/pdf-page.viewer.ts';
import styles from './image.module.css';
import { quarterTurns, sizeStanding, turnedPicture } from './orientation.rules.ts';
import type { Picture, PicturePart } from './picture.types.ts';
import { drawInto, drawPart } from './picture-canvas.viewer.ts';
import { wholeScale } from './picture-layout.rules.ts';

/** The current display settings of all pictures. */
export type PictureLook = {
  /** CSS pixels per picture pixel at zoom 1. */
  readonly unit: (size: Size) => number;
  readonly zoom: () => number;
  /** Quarter turns to the right. */
  readonly turns: () => number;
};

export type PicturePageOptions = {
  readonly load: () => Promise<Picture>;
  readonly number: number;
  /** The size used for layout until the picture is loaded. */
  readonly assumed: Size;
  readonly look: PictureLook;
  readonly mostPixels: number;
  readonly watermark: readonly string[];
  readonly label: string;
  readonly brokenText: string;
  /** Wraps a change of the page's height, so that the scroll position can be preserved. */
  readonly resize: (element: HTMLElement, change: () => void) => void;
};

export type PicturePage = ReturnType<typeof createPicturePage>;

type Drawn = { readonly canvas: HTMLCanvasElement; readonly scale: number };

const same = (one: number, other: number) => Math.abs(one / other - 1) < 0.01;

/** The page of one picture. It has canvases only while it is near the viewport. */
export function createPicturePage(options: PicturePageOptions) {
  const { number, look, mostPixels, watermark, resize } = options;
  const element = document.createElement('div');
  element.className = styles.page ?? '';
  element.dataset['part'] = '';
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', options.label);
  let picture: Picture | null = null;
  let base: Drawn | null = null;
  let detail: (Drawn & { readonly box: Box }) | null = null;
  let isBroken = false;
  let isCoarse = false;
  let turn = 0;

  const orientation = () => quarterTurns[look.turns() % 4] ?? 1;
  const size = () => sizeStanding(picture?.size ?? options.assumed, orientation());
  const cssScale = () => look.unit(size()) * look.zoom();
  const wanted = () => cssScale() * globalThis.devicePixelRatio;
  const place = () => {
    const { width, height } = size();
    const unit = look.unit(size());
    element.style.setProperty('--width', `${width * unit}px`);
    element.style.setProperty('--height', `${height * unit}px`);
  };
  place();

  const load = async (): Promise<Picture> => {
    if (picture) return picture;
    const loaded = await options.load();
    resize(element, () => {
      picture = loaded;
      place();
    });
    return loaded;
  };
  const dropDetail = () => {
    if (detail) freeCanvas(detail.canvas);
    detail?.canvas.remove();
    detail = null;
  };
  const drop = () => {
    turn += 1;
    isCoarse = false;
    isBroken = false;
    dropDetail();
    if (base) freeCanvas(base.canvas);
    base = null;
    delete element.dataset['shown'];
    element.setAttribute('role', 'img');
    element.replaceChildren();
  };
  const breakUp = () => {
    isBroken = true;
    // With the role `img`, the text inside would not be read aloud.
    element.setAttribute('role', 'group');
    const note = document.createElement('p');
    note.className = parts.broken ?? '';
    note.textContent = options.brokenText;
    element.replaceChildren(note);
  };

  const drawingOf = (loaded: Picture, part: PicturePart, signal: AbortSignal) => ({
    picture: turnedPicture(loaded, orientation()),
    part,
    watermark,
    watermarkScale: part.pixelWidth / (part.width * cssScale()),
    signal,
  });
  /** Converts a box in CSS pixels to a part of the picture. */
  const partOf = ({ left, top, right, bottom }: Box, scale: number): PicturePart => {
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
  const whole = (): Box => ({
    left: 0,
    top: 0,
    right: size().width * cssScale(),
    bottom: size().height * cssScale(),
  });
  const scaleOf = (loaded: Picture) =>
    wholeScale({
      size: size(),
      finest: loaded.finest,
      wanted: look.unit(size()) * globalThis.devicePixelRatio,
      mostPixels,
    });

  /** Runs an operation and rejects it when the page was dropped or redrawn in the meantime. */
  const inTurn =
    (work: (loaded: Picture, stillHolds: () => void, signal: AbortSignal) => Promise<void>) =>
    async (signal: AbortSignal) => {
      const mine = turn;
      const stillHolds = () => {
        signal.throwIfAborted();
        if (mine !== turn) throw new Error('page was dropped or redrawn');
      };
      const loaded = await load();
      stillHolds();
      await work(loaded, stillHolds, signal);
    };
  const drawBase = async (signal: AbortSignal) => {
    const mine = turn;
    try {
      await inTurn(async (loaded, stillHolds) => {
        const scale = scaleOf(loaded);
        const canvas = await drawPart(drawingOf(loaded, partOf(whole(), scale), signal));
        stillHolds();
        canvas.className = parts.base ?? '';
        if (base) freeCanvas(base.canvas);
        base?.canvas.remove();
        base = { canvas, scale };
        element.dataset['shown'] = '';
        element.prepend(canvas);
      })(signal);
    } catch (error) {
      if (mine === turn && !signal.aborted) breakUp();
      throw error;
    }
  };
  const drawDetail = (seen: Box) =>
    inTurn(async (loaded, stillHolds, signal) => {
      const all = whole();
      const scale = Math.min(wanted(), loaded.finest);
      const box = detailBox(seen, { width: all.right, height: all.bottom }, scale / cssScale());
      try {
        const canvas = await drawPart(drawingOf(loaded, partOf(box, scale), signal));
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

  return {
    element,
    number,
    load,
    place,
    drop,
    drawBase,
    hasPixels: () => base !== null,
    /** Draws the current frame of an animation over the previous one. */
    async redraw(): Promise<void> {
      if (!picture || !base) return;
      const drawing = drawingOf(picture, partOf(whole(), base.scale), new AbortController().signal);
      const { width: pixelWidth, height: pixelHeight } = base.canvas;
      await drawInto(base.canvas, { ...drawing, part: { ...drawing.part, pixelWidth, pixelHeight } });
    },
    /**
     * The next drawing job, or null. `visible` is the visible box, null where the page is only near the
     * viewport.
     */
    next(seen: Box | null, moves: boolean): PageJob | null {
      if (isBroken) return null;
      if (!picture || !base || !same(base.scale, scaleOf(picture))) {
        return { rank: seen ? 0 : 3, run: drawBase };
      }
      const { scale } = base;
      const aim = Math.min(wanted(), picture.finest);
      if (scale >= aim * 0.99) {
        dropDetail();
        return null;
      }
      const isSharp = detail !== null && same(detail.scale, aim) && (!seen || covers(detail.box, seen));
      if (!seen || isSharp || moves || isCoarse || picture.frames) return null;
      return { rank: 1, run: drawDetail(seen) };
    },
  };
}
