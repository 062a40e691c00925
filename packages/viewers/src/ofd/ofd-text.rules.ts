import { childrenOf, numberOf, numbersOf } from './ofd-xml.rules.ts';

/** One glyph, drawn by its index in the font where the document gives one, otherwise by its character. */
export type Glyph = {
  readonly character: string;
  readonly index: number | null;
  readonly x: number;
  readonly y: number;
};

export type TextRun = {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  readonly isPositioned: boolean;
};

/**
 * Expands the short form of repeated distances: `g 3 5.2` means `5.2` three times. Returns at most `maxCount`
 * values.
 */
export function deltasOf(text: string | null, maxCount = Number.POSITIVE_INFINITY): number[] {
  const parts = (text ?? '').split(/[\s,]+/).filter((part) => part !== '');
  const deltas: number[] = [];
  for (let at = 0; at < parts.length && deltas.length < maxCount; at += 1) {
    if (parts[at]?.toLowerCase() === 'g') {
      const [times = 0, value = 0] = numbersOf(`${parts[at + 1]} ${parts[at + 2]}`);
      for (let count = 0; count < times && deltas.length < maxCount; count += 1) deltas.push(value);
      at += 2;
    } else deltas.push(Number(parts[at]) || 0);
  }
  return deltas;
}

/** Glyph indexes by the position of the character that they replace. */
function glyphsByPosition(transforms: readonly Element[]): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (const transform of transforms) {
    const from = numberOf(transform, 'CodePosition', 0);
    const [list] = childrenOf(transform, 'Glyphs');
    for (const [offset, glyph] of numbersOf(list?.textContent).entries()) glyphs.set(from + offset, glyph);
  }
  return glyphs;
}

function positionsOf(count: number, start: number, deltas: readonly number[]): number[] {
  const positions = [start];
  for (let at = 1; at < count; at += 1) positions.push((positions[at - 1] ?? start) + (deltas[at - 1] ?? 0));
  return positions;
}

/** The runs of a text object, with the position of each character in the units of the object. */
export function textRuns(object: Element): TextRun[] {
  const glyphs = glyphsByPosition(childrenOf(object, 'CGTransform'));
  const codes = childrenOf(object, 'TextCode');
  let codePosition = 0;
  let [x, y] = [0, 0];
  return codes.map((code) => {
    const text = (code.textContent ?? '').replace(/^[\r\n]+|[\r\n]+$/g, '');
    const characters = Array.from(text);
    // A run without a position starts where the previous run started.
    x = numberOf(code, 'X', x);
    y = numberOf(code, 'Y', y);
    const [deltaX, deltaY] = ['DeltaX', 'DeltaY'].map((name) =>
      deltasOf(code.getAttribute(name), characters.length),
    ) as [number[], number[]];
    const [xs, ys] = [positionsOf(characters.length, x, deltaX), positionsOf(characters.length, y, deltaY)];
    const run: TextRun = {
      text,
      glyphs: characters.map((character, at) => ({
        character,
        index: glyphs.get(codePosition + at) ?? null,
        x: xs[at] ?? x,
        y: ys[at] ?? y,
      })),
      isPositioned: deltaX.length > 0 || deltaY.length > 0,
    };
    codePosition += characters.length;
    return run;
  });
}
