import type { DrawnPage, DrawnRun } from './ofd-page.viewer.ts';
import { pageTextOf, spansOf } from './ofd-page-text.rules.ts';
import { numberOf } from './ofd-xml.rules.ts';
import { createSvg } from './svg.util.ts';

export type Match = { readonly page: number; readonly start: number; readonly end: number };

const fullWidth = /[\u2e80-\uffef]/;

/** The boxes of some characters of a run, in the units of its object. */
function boxesOf({ run, object }: DrawnRun, from: number, to: number) {
  const size = numberOf(object, 'Size', 3.5);
  const glyphs = run.glyphs.slice(from, to);
  const defaultWidth = (character: string) => (fullWidth.test(character) ? size : size / 2);
  return glyphs.map(({ character, x, y }, at) => {
    const next = run.glyphs[from + at + 1];
    const advance =
      next && next.y === y && next.x > x ? Math.min(next.x - x, 2 * size) : defaultWidth(character);
    // Without explicit positions the characters follow each other by their widths.
    const left = run.isPositioned
      ? x
      : x + run.glyphs.slice(0, from + at).reduce((sum, glyph) => sum + defaultWidth(glyph.character), 0);
    return {
      x: left,
      y: y - size * 0.88,
      width: run.isPositioned ? advance : defaultWidth(character),
      height: size * 1.15,
    };
  });
}

/** Marks the matches on a drawn page. Returns the mark of the current match. */
export function markPage(
  { element, runs }: DrawnPage,
  matches: readonly Match[],
  current: Match | null,
): SVGElement | null {
  for (const old of Array.from(element.querySelectorAll('.mark'))) old.remove();
  const words = pageTextOf(runs);
  let currentMark: SVGElement | null = null;
  for (const match of matches) {
    for (const { run, from, to } of spansOf(words, runs, match)) {
      const drawn = runs[run];
      if (!drawn) continue;
      for (const box of boxesOf(drawn, from, to)) {
        const mark = createSvg('rect', { ...box, class: match === current ? 'mark current' : 'mark' });
        drawn.element.before(mark);
        if (match === current) currentMark ??= mark;
      }
    }
  }
  return currentMark;
}
