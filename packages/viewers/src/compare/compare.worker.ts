import '../polyfills.ts';
import { detectEncoding } from '../text/encoding.rules.ts';
import {
  type ComparedLine,
  type ComparedRow,
  CompareError,
  type CompareProblem,
  type CompareSide,
} from './compare.types.ts';
import { compareTexts } from './compare-texts.rules.ts';
import type { ComparedSource } from './read-compared.util.ts';
import { splitLines, splitPages } from './split-lines.rules.ts';

export type CompareRequest =
  | { readonly kind: 'open'; readonly left: ComparedSource; readonly right: ComparedSource }
  | { readonly kind: 'compare'; readonly run: number; readonly ignoresWhiteSpace: boolean };

export type CompareReply = { readonly run: number } & (
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'rows'; readonly rows: readonly ComparedRow[] }
  | { readonly kind: 'done'; readonly changeCount: number }
  | {
      readonly kind: 'problem';
      readonly problem: CompareProblem | 'unreadable';
      readonly side: CompareSide | null;
    }
);

/** As many rows as the page receives in a few milliseconds. */
const rowsPerMessage = 2_000;
/** The minimum interval between progress reports, in milliseconds. */
const reportIntervalMs = 100;
/** The encoding of a text is detected by its beginning. */
const sampleBytes = 64 * 1024;

let opened: { readonly left: ComparedSource; readonly right: ComparedSource } | null = null;

addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  if (data.kind === 'open') opened = data;
  else compare(data.run, data.ignoresWhiteSpace);
});

function linesOf(source: ComparedSource, side: CompareSide): readonly ComparedLine[] {
  try {
    return splitSource(source);
  } catch (error) {
    throw error instanceof CompareError ? new CompareError(error.code, side) : error;
  }
}

function splitSource(source: ComparedSource): readonly ComparedLine[] {
  if (source.kind === 'pages') return splitPages(source.pages);
  const encoding = detectEncoding(source.bytes.subarray(0, sampleBytes));
  return splitLines(new TextDecoder(encoding).decode(source.bytes));
}

function compare(run: number, ignoresWhiteSpace: boolean): void {
  if (opened === null) return;
  const { left, right } = opened;
  let reportedAt = performance.now();
  const onProgress = (share: number) => {
    if (performance.now() - reportedAt < reportIntervalMs) return;
    reportedAt = performance.now();
    reply({ run, kind: 'progress', share });
  };
  try {
    const ignoresLineEnds = left.kind === 'pages' || right.kind === 'pages';
    const options = { ignoresWhiteSpace, ignoresLineEnds };
    const { rows, changeCount } = compareTexts(linesOf(left, 'left'), linesOf(right, 'right'), options, {
      now: () => performance.now(),
      onProgress,
    });
    for (let from = 0; from < rows.length; from += rowsPerMessage)
      reply({ run, kind: 'rows', rows: rows.slice(from, from + rowsPerMessage) });
    reply({ run, kind: 'done', changeCount });
  } catch (error) {
    const { code, side } =
      error instanceof CompareError ? error : ({ code: 'unreadable', side: null } as const);
    reply({ run, kind: 'problem', problem: code, side });
  }
}

function reply(message: CompareReply): void {
  postMessage(message);
}
