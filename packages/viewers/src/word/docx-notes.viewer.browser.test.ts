import { expect, it } from 'vitest';
import { collectNotes } from './docx-notes.viewer.ts';

it('shows the note of each reference where the layout library lists a note twice', () => {
  const reference = (id: number) => `<span id="sealflow-footnote-${id}"></span><span><sup>0</sup></span>`;
  const item = (id: number) => `<li><p><span id="sealflow-note-${id}"></span>note ${id}</p></li>`;
  const page = document.createElement('section');
  page.innerHTML = `<article><p>${reference(7)}${reference(4)}</p></article><ol>${item(7)}${item(7)}${item(4)}</ol>`;
  const { noteOf } = collectNotes([page]);
  expect(Array.from(noteOf.values(), ({ textContent }) => textContent)).toEqual(['1note 7', '2note 4']);
  expect(Array.from(page.querySelectorAll('article sup'), ({ textContent }) => textContent)).toEqual([
    '1',
    '2',
  ]);
});
