import { type FoldedText, foldText } from '../viewer/find-text.rules.ts';

/** A text run of pdf.js. */
export type TextRun = { readonly str: string; readonly hasEOL: boolean };

/** The text of a page and the start of each run in it. */
export type PageText = { readonly folded: FoldedText; readonly runStarts: Uint32Array };

export function pageTextOf(runStarts: readonly TextRun[]): PageText {
  let raw = '';
  const starts = runStarts.map(({ str, hasEOL }) => {
    const start = raw.length;
    raw += hasEOL ? `${str}\n` : str;
    return start;
  });
  return { folded: foldText(raw), runStarts: Uint32Array.from(starts) };
}

/** A range of the page text within one of its runs. */
export type RunRange = { readonly run: number; readonly start: number; readonly end: number };

export function runRangesOf(
  runStarts: Uint32Array,
  { start, end }: { start: number; end: number },
): RunRange[] {
  // The last run that starts at or before the range; an empty run has the same start as the next one.
  let [low, high] = [0, runStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runStarts[middle] ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  const ranges: RunRange[] = [];
  for (let run = low; run < runStarts.length && (runStarts[run] ?? 0) < end; run += 1) {
    const from = runStarts[run] ?? 0;
    ranges.push({
      run,
      start: Math.max(0, start - from),
      end: Math.min(end, runStarts[run + 1] ?? end) - from,
    });
  }
  return ranges;
}
