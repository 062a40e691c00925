import { type Box, covers } from './page-layout.rules.ts';
import styles from './pages.module.css';

type DrawnCanvas = { readonly canvas: HTMLCanvasElement; readonly scale: number };

export const isSameScale = (one: number, other: number) => Math.abs(one / other - 1) < 0.01;

/** Releases the memory of a canvas at once. */
export const releaseCanvas = (canvas: HTMLCanvasElement) => {
  canvas.width = 0;
  canvas.height = 0;
};

const removeCanvas = ({ canvas }: DrawnCanvas) => {
  releaseCanvas(canvas);
  canvas.remove();
};

/** Positions the sharp part of a page over the area it was drawn for. */
function positionDetail(canvas: HTMLCanvasElement, box: Box, { right, bottom }: Box): void {
  const share = (part: number, all: number) => `${(part / all) * 100}%`;
  canvas.className = styles.detail ?? '';
  Object.assign(canvas.style, {
    left: share(box.left, right),
    top: share(box.top, bottom),
    width: share(box.right - box.left, right),
    height: share(box.bottom - box.top, bottom),
  });
}

/** The canvases of a page: its base, and a sharp part of it over the visible box. */
export function createPageCanvases(element: HTMLElement) {
  let base: DrawnCanvas | null = null;
  let detail: (DrawnCanvas & { readonly box: Box }) | null = null;
  const dropDetail = () => {
    if (detail) removeCanvas(detail);
    detail = null;
  };
  return {
    base: () => base,
    setBase(canvas: HTMLCanvasElement, scale: number): void {
      canvas.className = styles.base ?? '';
      if (base) removeCanvas(base);
      base = { canvas, scale };
      element.prepend(canvas);
    },
    /** Shows a part that was drawn for `box` of the page, which extends over `pageBox`. */
    setDetail(canvas: HTMLCanvasElement, scale: number, box: Box, pageBox: Box): void {
      positionDetail(canvas, box, pageBox);
      dropDetail();
      detail = { canvas, scale, box };
      base?.canvas.after(canvas);
    },
    /** Whether the sharp part has this scale and covers the visible box. */
    isSharp: (scale: number, visible: Box | null) =>
      detail !== null && isSameScale(detail.scale, scale) && (!visible || covers(detail.box, visible)),
    dropDetail,
    drop(): void {
      dropDetail();
      if (base) removeCanvas(base);
      base = null;
    },
  };
}

/** A note in place of a page that cannot be drawn. */
export function createBrokenNote(text: string): HTMLElement {
  const note = document.createElement('p');
  note.className = styles.broken ?? '';
  note.textContent = text;
  return note;
}
