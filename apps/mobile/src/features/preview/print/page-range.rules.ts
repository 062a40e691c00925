import { limits } from '@sealflow/domain/limits';

export type PageRange = { readonly first: number; readonly last: number };

export type RangeFault = 'invalid' | 'tooMany';

/** The pages that are proposed: all, or the first ones of a long document. */
export const proposedRange = (pageCount: number): string =>
  pageCount === 1 ? '1' : `1-${Math.min(pageCount, limits.maxPrintedPages)}`;

/** Reads `3` or `2-5`, with any of the usual dashes. */
export function parsePageRange(text: string, pageCount: number): PageRange | RangeFault {
  const [, from, to = from] = /^\s*(\d{1,6})(?:\s*[-‐–—~～至]\s*(\d{1,6}))?\s*$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!(first >= 1 && last >= first && last <= pageCount)) return 'invalid';
  return last - first + 1 > limits.maxPrintedPages ? 'tooMany' : { first, last };
}

export const countOf = ({ first, last }: PageRange): number => last - first + 1;
