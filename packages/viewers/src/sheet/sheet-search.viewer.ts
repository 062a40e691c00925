import { findInFolded, foldText } from '../viewer/find-text.rules.ts';
import { nextTask } from '../viewer/next-task.util.ts';
import type { DocumentSearch, FindOptions } from '../viewer/viewer.types.ts';
import type { Sheet } from './sheet.types.ts';

/** The position of a cell that contains the searched words. */
export type Match = { readonly sheet: number; readonly row: number; readonly column: number };

type SearchOptions = {
  readonly sheets: readonly Sheet[];
  /** The active cell, from which the search starts. */
  readonly activeCell: () => Match;
  readonly goTo: (match: Match) => void;
  /** Called with all matches whenever they change. */
  readonly mark: (matches: readonly Match[]) => void;
};

/** The number of cells that are searched before other tasks of the page may run. */
const maxCellsPerTask = 4000;
/** The number of rows that are read before other tasks of the page may run. */
const maxRowsPerTask = 500;

const compareMatches = (a: Match, b: Match) => a.sheet - b.sheet || a.row - b.row || a.column - b.column;

/** Searches the cells and comments of all sheets, in order. */
export function createSheetSearch({ sheets, activeCell, goTo, mark }: SearchOptions): DocumentSearch {
  let matches: Match[] = [];
  let current = -1;
  let emitFound: (searched: number) => void = () => undefined;

  const goToMatch = (index: number) => {
    current = (index + matches.length) % matches.length;
    const match = matches[current];
    if (match) goTo(match);
  };
  const find = async ({ words, onFound, signal }: FindOptions) => {
    matches = [];
    current = -1;
    const start = activeCell();
    emitFound = (searched) => onFound({ count: matches.length, current: current + 1, searched });
    signal.addEventListener('abort', () => {
      matches = [];
      mark(matches);
    });
    const total = sheets.reduce((sum, { rows }) => sum + rows.size, 0) || 1;
    let searchedRows = 0;
    let cells = 0;
    for (const [sheet, { rows, notes }] of sheets.entries()) {
      for (const [row, { columns, texts }] of rows) {
        columns.forEach((column, at) => {
          const text = `${texts[at] ?? ''}\n${notes.get(`${row},${column}`)?.comment ?? ''}`;
          // A cell without text and comment is only the line break.
          if (text.length > 1 && findInFolded(foldText(text), words).length > 0)
            matches.push({ sheet, row, column });
        });
        searchedRows += 1;
        cells += columns.length;
        if (cells < maxCellsPerTask) continue;
        cells = 0;
        await nextTask();
        if (signal.aborted) return;
        emitFound(searchedRows / total);
      }
    }
    const first = matches.findIndex((match) => compareMatches(match, start) >= 0);
    mark(matches);
    if (matches.length > 0) goToMatch(Math.max(0, first));
    emitFound(1);
  };
  return {
    find,
    async readText({ maxCharacters, signal }) {
      let text = '';
      let rowsRead = 0;
      for (const { rows, notes } of sheets)
        for (const [row, { columns, texts }] of rows) {
          text += `${texts.join('\n')}\n`;
          for (const column of columns) {
            const comment = notes.get(`${row},${column}`)?.comment;
            if (comment !== undefined) text += `${comment}\n`;
          }
          if (text.length >= maxCharacters || signal.aborted) return text;
          rowsRead += 1;
          if (rowsRead % maxRowsPerTask === 0) await nextTask();
        }
      return text;
    },
    step(to) {
      if (matches.length === 0) return;
      goToMatch(current + (to === 'next' ? 1 : -1));
      emitFound(1);
    },
  };
}
