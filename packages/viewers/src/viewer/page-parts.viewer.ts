import type { Box } from '../pdf/pdf-layout.rules.ts';
import styles from './page-parts.module.css';

/** Releases the memory of a canvas at once. */
export const releaseCanvas = (canvas: HTMLCanvasElement) => {
  canvas.width = 0;
  canvas.height = 0;
};

/** Positions the sharp part of a page over the area it was drawn for. */
export function positionDetail(canvas: HTMLCanvasElement, box: Box, { right, bottom }: Box): void {
  const share = (part: number, all: number) => `${(part / all) * 100}%`;
  canvas.className = styles.detail ?? '';
  Object.assign(canvas.style, {
    left: share(box.left, right),
    top: share(box.top, bottom),
    width: share(box.right - box.left, right),
    height: share(box.bottom - box.top, bottom),
  });
}
