import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/toolchain.mjs';
import { type Engine, engines } from './engine.ts';
import { excludedTags, tagReasons } from './excluded-journeys.ts';
import type { JourneyResult } from './report.ts';

const page = join(root, 'docs', 'browsers.md');
const start = '<!-- journeys: written by `npm run -s engines -- --full` -->';
const end = '<!-- journeys end -->';

const signs = { passed: 'passes', failed: '**fails**', 'left out': 'not run' } as const;

type Row = { readonly tags: Set<string>; readonly outcomes: Map<Engine, JourneyResult['outcome']> };

/** A cell of the table. It names the tags that exclude a journey from the engine. */
function cellOf({ tags, outcomes }: Row, engine: Engine): string {
  const sign = signs[outcomes.get(engine) ?? 'left out'];
  const reasons = [...tags].filter((tag) => excludedTags[engine]?.test(tag)).map((tag) => `\`${tag}\``);
  return sign === signs['left out'] && reasons.length > 0 ? `${sign} (${reasons.join(', ')})` : sign;
}

/** A table of the journeys by engine, followed by the meaning of its tags. */
export function tableOf(
  byEngine: ReadonlyMap<Engine, readonly JourneyResult[]>,
  versions: Partial<Record<Engine, { readonly version: string }>>,
): string {
  // An engine’s report lacks the excluded journeys. The report of Chromium is complete.
  const rows = new Map<string, Row>();
  for (const engine of engines) {
    for (const { area, title, tags, outcome } of byEngine.get(engine) ?? []) {
      const name = `${area}: ${title}`;
      const row = rows.get(name) ?? { tags: new Set(), outcomes: new Map() };
      for (const tag of tags) row.tags.add(tag);
      row.outcomes.set(engine, outcome);
      rows.set(name, row);
    }
  }
  const heads = engines.map((engine) => `${engine} ${versions[engine]?.version ?? ''}`.trim());
  const lines = [...rows.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, row]) => {
      const cells = engines.map((engine) => cellOf(row, engine));
      return `| ${name.replaceAll('|', '\\|')} | ${cells.join(' | ')} |`;
    });
  const table = [`| journey | ${heads.join(' | ')} |`, `|---|${'---|'.repeat(engines.length)}`, ...lines];
  const legend = Object.entries(tagReasons)
    .filter(([tag]) => lines.some((line) => line.includes(`\`${tag}\``)))
    .map(([tag, reason]) => `- \`${tag}\`: ${reason}.`);
  return [table.join('\n'), ...(legend.length > 0 ? [legend.join('\n')] : [])].join('\n\n');
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
