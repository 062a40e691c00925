import type { LetterSpacings } from './docx-letter-spacing.rules.ts';
import { marks } from './docx-marks.rules.ts';
import type { ParsedDocx } from './docx-model.rules.ts';

const lengthOf = (twips: number): string => `${twips / 20}pt`;

/** Adds the space between letters to the styles that the layout library has read. */
export function addLetterSpacing({ stylesPart }: ParsedDocx, spacings: LetterSpacings): void {
  for (const { id, styles = [] } of stylesPart?.styles ?? []) {
    const spacing = spacings.get(id ?? '');
    if (spacing === undefined) continue;
    for (const { target, values } of styles)
      if (target === 'span') values['letter-spacing'] = lengthOf(spacing);
  }
}

/** The run behind a mark. Other marks may stand between them. */
function runBehind(mark: Element): HTMLElement | null {
  let next = mark.nextElementSibling;
  while (next && next.id !== '' && next.childElementCount === 0 && next.textContent === '')
    next = next.nextElementSibling;
  return next instanceof HTMLElement && next.nodeName === 'SPAN' ? next : null;
}

/** Gives the marked runs their space between letters. */
export function setLetterSpacing(pages: readonly HTMLElement[]): void {
  for (const page of pages)
    for (const mark of Array.from(page.querySelectorAll(`span[id^="${marks.letterSpacing}"]`))) {
      const run = runBehind(mark);
      const spacing = Number(mark.id.slice(marks.letterSpacing.length));
      if (run) run.style.letterSpacing = lengthOf(spacing);
      mark.remove();
    }
}
