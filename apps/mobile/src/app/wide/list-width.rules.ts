/** The limits of the list's width in CSS pixels. */
export const minListWidthPx = 320;
export const maxListWidthPx = 420;

const maxDefaultWidthPx = 380;
const defaultShare = 0.36;
const keyStepPx = 10;

const clamp = (widthPx: number, maxPx: number) => Math.min(maxPx, Math.max(minListWidthPx, widthPx));

/** The nearest width within the limits. */
export const limitListWidth = (widthPx: number): number => Math.round(clamp(widthPx, maxListWidthPx));

/** The width without a chosen one; the style sheet `tokens.css` computes the same. */
export const defaultListWidth = (pageWidthPx: number): number =>
  Math.round(clamp(pageWidthPx * defaultShare, maxDefaultWidthPx));

/** The width after a key of the separator; null for a key that it does not use. */
export function listWidthAfter(key: string, widthPx: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return clamp(widthPx - keyStepPx, maxListWidthPx);
    case 'ArrowRight':
      return clamp(widthPx + keyStepPx, maxListWidthPx);
    case 'Home':
      return minListWidthPx;
    case 'End':
      return maxListWidthPx;
    default:
      return null;
  }
}

/** Parses the stored width; null for none or for one that no version stores. */
export function parseListWidth(stored: string | null): number | null {
  const widthPx = Number(stored ?? Number.NaN);
  return Number.isInteger(widthPx) && clamp(widthPx, maxListWidthPx) === widthPx ? widthPx : null;
}
