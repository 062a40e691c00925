import type { CorpusLine } from './corpus-run.ts';
import { median } from './stats.ts';

/** The summary of all lines. */
export function summarise(lines: readonly CorpusLine[]) {
  const opened = lines.filter((line) => line.opened);
  const times = opened.flatMap(({ firstPaintMs }) => (firstPaintMs === null ? [] : [firstPaintMs]));
  const errors: Record<string, number> = {};
  for (const { error } of lines) if (error !== null) errors[error] = (errors[error] ?? 0) + 1;
  const sum = (key: 'words' | 'requests' | 'leftovers') =>
    lines.reduce((total, line) => total + line[key], 0);
  return {
    files: lines.length,
    opened: opened.length,
    errors,
    words: sum('words'),
    firstPaintMs: times.length === 0 ? null : median(times),
    worstPaintMs: times.length === 0 ? null : Math.max(...times),
    requests: sum('requests'),
    leftovers: sum('leftovers'),
  };
}
