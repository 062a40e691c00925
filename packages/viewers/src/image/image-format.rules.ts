/** A picture, recognised by its first bytes. */
export type ImageFormat = { readonly viewer: 'image'; readonly mimeType: string };

// Signatures of the first bytes, as latin1 text.
const signatures: readonly (readonly [test: (start: string) => boolean, kind: string])[] = [
  [(start) => start.startsWith('\x89PNG\r\n\x1a\n'), 'png'],
  [(start) => start.startsWith('\xff\xd8\xff'), 'jpeg'],
  [(start) => /^GIF8[79]a/.test(start), 'gif'],
  [(start) => start.startsWith('RIFF') && start.startsWith('WEBPVP8', 8), 'webp'],
  [(start) => /^(?:II[*+]\0|MM\0[*+])/.test(start), 'tiff'],
  [(start) => start.startsWith('BM') && start.length > 14 && start.startsWith('\0\0\0\0', 6), 'bmp'],
  [isIcon, 'x-icon'],
];

/**
 * An icon directory with a plausible count and a zero in the reserved byte of its first entry: the magic
 * number alone would match any run of zeros.
 */
function isIcon(start: string): boolean {
  const count = start.charCodeAt(4);
  const isDirectory = start.startsWith('\0\0\u0001\0') || start.startsWith('\0\0\u0002\0');
  return isDirectory && count > 0 && count <= 64 && start[5] === '\0' && start[9] === '\0';
}

const pictureBrand = /^(?:hei|hev|mif|msf|avc[is]|jpeg|jpgs|vvi|j2ki|miaf)/;

/** Pictures in ISO base media files (ISO/IEC 23008-12) list their type among the brands. */
function kindOfBrands(start: string): string | null {
  if (start.slice(4, 8) !== 'ftyp') return null;
  const length = start.charCodeAt(2) * 256 + start.charCodeAt(3);
  const brands = [start.slice(8, 12), ...(start.slice(16, Math.min(length, 256)).match(/[^]{4}/g) ?? [])];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif';
  // Films use the same container; then the major brand is one of films.
  return pictureBrand.test(brands[0] ?? '') ? 'heic' : null;
}

/** The picture format of the first bytes as latin1 text; null where they are no picture. */
export function imageFormatOf(start: string): ImageFormat | null {
  const known = signatures.find(([test]) => test(start));
  const kind = known?.[1] ?? kindOfBrands(start);
  return kind === null ? null : { viewer: 'image', mimeType: `image/${kind}` };
}

/** Whether a text is an SVG: its root element is, after any prologue. */
export const isSvg = (start: string): boolean =>
  /^(?:\xef\xbb\xbf)?\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE\s+svg\b[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:svg:)?svg[\s>]/.test(
    start,
  );
