import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/toolchain.mjs';
import { type Engine, engines } from './engine.ts';
import type { JourneyResult } from './report.ts';

const page = join(root, 'docs', 'browsers.md');
const start = '<!-- journeys: written by `npm run -s engines -- --full` -->';
const end = '<!-- journeys end -->';

const signs = { passed: 'passes', failed: '**fails**', 'left out': 'not run' } as const;

/** A table of the journeys by engine. */
export function tableOf(
  byEngine: ReadonlyMap<Engine, readonly JourneyResult[]>,
  versions: Partial<Record<Engine, { readonly version: string }>>,
): string {
  const rows = new Map<string, Map<Engine, JourneyResult['outcome']>>();
  for (const engine of engines) {
    for (const { area, title, outcome } of byEngine.get(engine) ?? []) {
      const name = `${area}: ${title}`;
      const row = rows.get(name) ?? new Map<Engine, JourneyResult['outcome']>();
      rows.set(name, row.set(engine, outcome));
    }
  }
  const heads = engines.map((engine) => `${engine} ${versions[engine]?.version ?? ''}`.trim());
  const lines = [...rows.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, row]) => {
      const cells = engines.map((engine) => signs[row.get(engine) ?? 'left out']);
      return `| ${name.replaceAll('|', '\\|')} | ${cells.join(' | ')} |`;
    });
  return [`| journey | ${heads.join(' | ')} |`, `|---|${'---|'.repeat(engines.length)}`, ...lines].join('\n');
}

/** Replaces the table in docs/browsers.md. */
export function writeTable(...results: Parameters<typeof tableOf>): void {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/browsers.md has no place for the table');
  writeFileSync(page, `${before}${start}\n\n${tableOf(...results)}\n\n${end}${after}`);
}
