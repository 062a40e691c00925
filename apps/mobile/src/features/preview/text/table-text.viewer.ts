import Papa from 'papaparse';
import { showBook } from '../sheet/book.viewer.ts';
import { bookOfRows } from '../sheet/sheet-of-rows.rules.ts';
import type { TextStage, TextView } from './text-view.types.ts';
import { wholeText } from './whole-text.adapter.ts';

/** Limits of the grid; longer tables are shown as text. */
const mostRows = 200_000;
const mostCells = 4_000_000;

/** Shows separated values as a table; null where the text is not a table. */
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
