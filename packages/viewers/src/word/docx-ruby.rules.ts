import { createMark, marks } from './docx-marks.rules.ts';
import { createRun, elementsNamed, isWordElement } from './docx-markup.rules.ts';

/** Replaces ruby annotations, which the layout library does not know, by the base text and the reading in parentheses, between marks. */
export function markRubies(part: Document): void {
  // Inner ones first.
  for (const ruby of elementsNamed(part, 'ruby').filter(isWordElement).toReversed()) {
    const run = ruby.parentElement;
    const childrenOf = (name: string) => Array.from(elementsNamed(ruby, name)[0]?.children ?? []);
    if (run?.localName === 'r')
      run.after(
        createMark(run, marks.rubyBase),
        ...childrenOf('rubyBase'),
        createMark(run, marks.rubyText),
        createRun(run, '('),
        ...childrenOf('rt'),
        createRun(run, ')'),
        createMark(run, marks.rubyEnd),
      );
    ruby.remove();
  }
}
