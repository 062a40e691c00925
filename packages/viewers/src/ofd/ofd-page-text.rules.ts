import type { DrawnRun } from './ofd-page.viewer.ts';

export type PageText = {
  readonly text: string;
  /** The start of each run in the text. */
  readonly starts: readonly number[];
};

/** The vertical distance in millimetres from which runs are on different lines. */
const minLineDistanceMillimetres = 1;

/** The text of a page in drawing order, with a line break wherever the baseline changes. */
export function pageTextOf(runs: readonly Pick<DrawnRun, 'run' | 'baseline'>[]): PageText {
  const starts: number[] = [];
  let text = '';
  let last: number | null = null;
  for (const { run, baseline } of runs) {
    if (last !== null && Math.abs(baseline - last) > minLineDistanceMillimetres) text += '\n';
    last = baseline;
    starts.push(text.length);
    text += run.text;
  }
  return { text, starts };
}

export type RunSpan = { readonly run: number; readonly from: number; readonly to: number };

/** Maps a range of the text to ranges of runs, counted in code points. */
export function spansOf(
  { starts }: PageText,
  runs: readonly Pick<DrawnRun, 'run'>[],
  match: { readonly start: number; readonly end: number },
): RunSpan[] {
  const spans: RunSpan[] = [];
  for (const [index, start] of starts.entries()) {
    const text = runs[index]?.run.text ?? '';
    const [from, to] = [Math.max(0, match.start - start), Math.min(text.length, match.end - start)];
    if (from >= to) continue;
    const count = (end: number) => Array.from(text.slice(0, end)).length;
    spans.push({ run: index, from: count(from), to: count(to) });
  }
  return spans;
}
