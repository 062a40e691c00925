import type { Size } from '../pages/page-layout.rules.ts';

/** The resolution of printed pages. A page of A4 then has four million pixels. */
export const printDotsPerInch = 200;

const a4Inches = { short: 8.27, long: 11.69 } as const;
const cssPixelsPerInch = 96;

/** Canvas pixels per CSS pixel of the watermark, which is as large on paper whatever the size of the page. */
export const printWatermarkScale = ({ width, height }: Size): number =>
  Math.max(width, height) / (a4Inches.long * cssPixelsPerInch);

/** The pixels of a sheet of A4 that lies like the content. */
export function printSheetSize({ width, height }: Size): Size {
  const short = Math.round(a4Inches.short * printDotsPerInch);
  const long = Math.round(a4Inches.long * printDotsPerInch);
  return width > height ? { width: long, height: short } : { width: short, height: long };
}
