import type { DrawnRun } from './ofd-page.viewer.ts';

export type PageWords = {
  readonly text: string;
  /** Where each run begins in the text. */
  readonly starts: readonly number[];
};

/** Runs this far apart, in millimetres, stand on different lines. */
const nextLine = 1;

/** The words of a page in the order they are drawn, with an end of line where the next run stands lower or higher. */
export function pageWords(runs: readonly Pick<DrawnRun, 'run' | 'baseline'>[]): PageWords {
  const starts: number[] = [];
  let text = '';
  let last: number | null = null;
  for (const { run, baseline } of runs) {
    if (last !== null && Math.abs(baseline - last) > nextLine) text += '\n';
    last = baseline;
    starts.push(text.length);
    text += run.text;
  }
  return { text, starts };
}

export type RunSpan = { readonly run: number; readonly from: number; readonly to: number };

/** Which characters of which runs a stretch of the text is; counted in whole characters. */
export function spansOf(
  { starts }: PageWords,
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
