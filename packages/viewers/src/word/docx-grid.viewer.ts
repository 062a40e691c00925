import { marks } from './docx-marks.rules.ts';

const sectionMarks = `span[id^="${marks.section}"]`;

/** Looks up the distance of the lines of the grid at a paragraph of the undivided pages; 0 where there is none. */
export function linePitchIn(
  pages: readonly HTMLElement[],
  pitches: readonly number[],
): (paragraph: HTMLElement) => number {
  const found = new Map<HTMLElement, number>();
  if (pitches.every((pitch) => pitch === 0)) return () => 0;
  let pitch = pitches[0] ?? 0;
  for (const paragraph of pages.flatMap((page) => Array.from(page.querySelectorAll<HTMLElement>('p')))) {
    const section = paragraph.querySelector(sectionMarks);
    if (section) pitch = pitches[Number(section.id.slice(marks.section.length))] ?? 0;
    found.set(paragraph, paragraph.querySelector(`span[id="${marks.gridless}"]`) ? 0 : pitch);
  }
  return (paragraph) => found.get(paragraph) ?? 0;
}
