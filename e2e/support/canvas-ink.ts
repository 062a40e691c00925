import type { Locator } from '@playwright/test';

/** The share of a canvas’s pixels that are neither white nor transparent, in total and in its outer margin. */
export interface Ink {
  whole: number;
  margin: number;
}

/** Reads a canvas of the page. The margin is the outermost 4 %, where a document has no content. */
export function inkOf(canvas: Locator): Promise<Ink> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d');
    if (!context || width === 0 || height === 0) return { whole: 0, margin: 0 };
    const { data } = context.getImageData(0, 0, width, height);
    const edge = 0.04;
    const count = { whole: 0, margin: 0, inMargin: 0 };
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = (y * width + x) * 4;
        const isMargin = x < width * edge || x > width * (1 - edge);
        const inked =
          (data[at + 3] ?? 0) > 0 && Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 250;
        if (inked) count.whole += 1;
        if (isMargin) count.inMargin += 1;
        if (isMargin && inked) count.margin += 1;
      }
    }
    return { whole: count.whole / (width * height), margin: count.margin / Math.max(1, count.inMargin) };
  });
}
