import Papa from 'papaparse';
import { showWorkbook } from '../sheet/workbook.viewer.ts';
import { workbookOfRows } from '../sheet/workbook-of-rows.rules.ts';
import { readWholeText } from './read-whole-text.util.ts';
import type { TextStage, TextView } from './text-view.types.ts';

/** Limits of the grid; longer tables are shown as text. */
const maxRows = 200_000;
const maxCells = 4_000_000;

/** Shows separated values as a table; null where the text is not a table. */
export async function showTable(stage: TextStage): Promise<TextView | null> {
  const { scroller, start, onPage, tableTexts } = stage;
  const text = (await readWholeText(stage)).replace(/^\ufeff/, '');
  const { data: rows } = Papa.parse(text, { skipEmptyLines: 'greedy', preview: maxRows + 1 });
  const cells = rows.reduce((sum, { length }) => sum + length, 0);
  if (rows.length > maxRows || cells > maxCells) return null;
  if (rows.every(({ length }) => length < 2)) return null;
  const container = document.createElement('div');
  container.className = 'table';
  scroller.append(container);
  return showWorkbook(container, workbookOfRows('', rows), { start, onPage, words: tableTexts });
}
