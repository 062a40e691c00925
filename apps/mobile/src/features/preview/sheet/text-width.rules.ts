/** From this code point on characters are about twice as wide as letters: Chinese, Japanese and Korean. */
const firstWide = 0x2e80;

/** A generous estimate of the width of a line in CSS pixels, without layout. */
export function guessWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += (sign.codePointAt(0) ?? 0) >= firstWide ? 17 : 9;
  return width;
}
