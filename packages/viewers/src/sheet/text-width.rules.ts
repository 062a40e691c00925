/** From this code point on characters are about twice as wide as letters: Chinese, Japanese and Korean. */
const firstWideCodePoint = 0x2e80;

/** A generous estimate of the width of a line in CSS pixels, without layout. */
export function estimateTextWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= firstWideCodePoint ? 17 : 9;
  return width;
}
