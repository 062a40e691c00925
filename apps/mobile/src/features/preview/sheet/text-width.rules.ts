/** From here on signs are about twice as wide as letters: Chinese, Japanese and Korean. */
const firstWide = 0x2e80;

/** A generous guess at a line's width in CSS pixels, before it is laid out. */
export function guessWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += (sign.codePointAt(0) ?? 0) >= firstWide ? 17 : 9;
  return width;
}
