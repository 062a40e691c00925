import { marks } from './docx-marks.rules.ts';

/** Cuts the content of rows of exact height (`w:trHeight` with `w:hRule="exact"`), which the layout library lets grow. */
export function clipExactRows(roots: readonly HTMLElement[]): void {
  const found = roots.flatMap((root) => Array.from(root.querySelectorAll(`span[id="${marks.exactRow}"]`)));
  for (const mark of found) {
    const row = mark.closest('tr');
    const height = row?.style.height;
    if (!row || !height) continue;
    for (const cell of Array.from(row.cells)) {
      if (cell.rowSpan > 1 || cell.style.display === 'none') continue;
      const clip = document.createElement('div');
      clip.className = 'exact';
      clip.style.height = height;
      clip.append(...Array.from(cell.childNodes));
      cell.append(clip);
    }
  }
}
