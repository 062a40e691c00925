import Papa from 'papaparse';
import { showBook } from '../sheet/book.viewer.ts';
import { bookOfRows } from '../sheet/sheet-of-rows.rules.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { wholeText } from './whole-text.adapter.ts';

/** What the grid holds at once; longer tables are there to the end as text. */
const mostRows = 200_000;
const mostCells = 4_000_000;

/** A text of separated values as a table; null where it is none. */
export async function tableText(stage: TextStage): Promise<TextView | null> {
  const { scroller, start, onPage, tableWords } = stage;
  const text = (await wholeText(stage)).replace(/^\ufeff/, '');
  const { data: rows } = Papa.parse(text, { skipEmptyLines: 'greedy', preview: mostRows + 1 });
  const cells = rows.reduce((sum, { length }) => sum + length, 0);
  if (rows.length > mostRows || cells > mostCells) return null;
  if (rows.every(({ length }) => length < 2)) return null;
  const place = document.createElement('div');
  place.className = 'table';
  scroller.append(place);
  return showBook(place, bookOfRows('', rows), { start, onPage, words: tableWords });
}
