import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { benchmarksOf, type FigureTable, figure, figures } from './figure-table.ts';
import { integer, kibibytes, milliseconds, number, ratio } from './formats.ts';
import { measuredNames } from './measured-benchmarks.ts';
import { checkPages, problemsOfPage, renderPage } from './pages.ts';
import { regionOf, replaceRegion } from './regions.ts';
import { type BenchmarkResult, readResults, writeResult } from './results.ts';
import { measuresTable } from './tables/benchmark-page.ts';
import { figureTables } from './tables/index.ts';

const result = (runs: readonly unknown[], more: Partial<BenchmarkResult> = {}): BenchmarkResult => ({
  date: '2026-11-30',
  commit: 'abcd1234',
  isDirty: false,
  machine: {
    cores: 2,
    processor: 'Test',
    memoryGib: 4,
    system: 'Debian 12',
    node: '24.18.1',
    postgres: '18.4',
  },
  busyShare: 0.012,
  runs,
  ...more,
});

const table: FigureTable = {
  name: 'summary',
  page: 'page.md',
  language: 'en',
  columns: ['measurement', 'result', 'limit'],
  rows: [
    ['first screen', figure('bundle', 'firstScreen.gzipBytes', kibibytes), '140 KiB'],
    ['seek', figures('tdf', ['seek.ms', 'seek.bytes'], (ms, bytes) => `${ms} ms, ${integer(bytes)}`), '–'],
    ['reading', figure('tdf', 'decrypt.node', ratio), '≥ 0.7'],
  ],
};

const pageOf = (region: string) =>
  `# Page\n\n<!-- figures:summary -->${region}<!-- /figures:summary -->\n\nEnd.\n`;
const bundle = result([10, 30, 20].map((kib) => ({ firstScreen: { gzipBytes: kib * 1024 } })));
const tdf = result([{ decrypt: { node: 1.149 }, seek: { ms: 0.6, bytes: 262_172 } }]);

describe('a generated table', () => {
  it('has the medians and says when, from which commit and on which machine they were measured', () => {
    expect(
      renderPage(pageOf('\n'), [table], {
        bundle,
        tdf: { ...tdf, runs: bundle.runs.map(() => tdf.runs[0]) },
      }),
    ).toBe(`# Page

<!-- figures:summary -->

| measurement | result | limit |
|---|---|---|
| first screen | 20 KiB | 140 KiB |
| seek | 0.6 ms, 262,172 | – |
| reading | 1.15 | ≥ 0.7 |

\`bundle\`, \`tdf\`: 30 November 2026, commit \`abcd1234\`, median of 3 runs, on 2 cores (Test), 4 GiB, Debian 12, Node 24.18.1, PostgreSQL 18.4.

<!-- /figures:summary -->

End.
`);
  });

  it('says "not measured" where a benchmark has no result or a result lacks the value', () => {
    const page = renderPage(pageOf('\n'), [table], {
      tdf: result([{ decrypt: { node: null }, seek: { ms: 1 } }]),
    });
    expect(page.match(/not measured/g)).toHaveLength(3);
  });

  it('marks uncommitted changes, and a busy machine unless the result does not depend on the load', () => {
    const busy = { busyShare: 0.4, isDirty: true };
    const page = renderPage(pageOf('\n'), [table], {
      bundle: { ...bundle, ...busy },
      tdf: { ...tdf, ...busy },
    });
    expect(page).toMatch(
      /`tdf`: .* commit `abcd1234` with uncommitted changes, 1 run, .*\*\*.*other programs used 40 %\.\*\*/,
    );
    expect(page).not.toMatch(/`bundle`: .*\*\*/);
  });

  it('keeps figures from before the first result, each until its benchmark has one', () => {
    const before = pageOf(
      '\n\n| measurement | result | limit |\n|---|---|---|\n| reading | 1.2 † | ≥ 0.7 |\n\n',
    );
    expect(renderPage(before, [table], {})).toBe(before);
    const some = renderPage(before, [table], { bundle });
    expect(some).toContain('| reading | 1.2 † | ≥ 0.7 |');
    expect(some).toContain('\n† Typed by hand');
    const all = renderPage(some, [table], { bundle, tdf });
    expect(all).toContain('| reading | 1.15 | ≥ 0.7 |');
    expect(all).not.toContain('†');
  });

  it('is the same after it is rendered again', () => {
    const once = renderPage(pageOf('\n| reading | 1.2 † | ≥ 0.7 |\n'), [table], { bundle });
    expect(renderPage(once, [table], { bundle })).toBe(once);
  });
});

describe('the markers of a region', () => {
  it('limit what is replaced', () => {
    expect(replaceRegion(pageOf('old'), 'summary', 'new')).toBe(pageOf('new'));
    expect(regionOf(pageOf('old'), 'summary')).toBe('old');
  });

  it('are required exactly once', () => {
    expect(() => regionOf('# Page', 'summary')).toThrow('<!-- figures:summary --> occurs 0 times');
    expect(() => regionOf(pageOf('') + pageOf(''), 'summary')).toThrow('occurs 2 times');
  });
});

describe('the check of the tables', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-figures-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('accepts a generated page and fails on an edited figure', () => {
    writeResult(folder, 'bundle', bundle);
    const results = readResults(folder);
    expect(results).toEqual({ bundle });
    const page = renderPage(pageOf('\n'), [table], results);
    writeFileSync(join(folder, 'page.md'), page);
    expect(checkPages(folder, [table], results)).toEqual([]);
    writeFileSync(join(folder, 'page.md'), page.replace('20 KiB', '19 KiB'));
    expect(checkPages(folder, [table], results)).toEqual([
      'page.md: the region figures:summary differs from docs/figures: npm run figures -- --render',
    ]);
  });

  it('fails on a stored file that is no result', () => {
    writeFileSync(join(folder, 'docs/figures/tdf.json'), '{}');
    expect(() => readResults(folder)).toThrow('docs/figures/tdf.json is no result of npm run figures');
  });

  it('reports a region without a table', () => {
    const text = `${renderPage(pageOf('\n'), [table], { bundle })}<!-- figures:other -->`;
    expect(problemsOfPage({ path: 'page.md', text }, [table], { bundle })).toEqual([
      'page.md: no table is defined for the region figures:other',
    ]);
  });
});

describe('the defined tables', () => {
  it('show every benchmark', () => {
    const shown = new Set(figureTables.flatMap(benchmarksOf));
    expect(measuredNames.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('have a cell for each column, labels that occur once, and no two names on a page', () => {
    for (const { columns, rows, name } of figureTables) {
      expect(
        rows.filter((row) => row.length !== columns.length).map(([label]) => `${name}: ${label}`),
      ).toEqual([]);
      expect(new Set(rows.map(([label]) => `${name}: ${label}`)).size).toBe(rows.length);
    }
    expect(new Set(figureTables.map(({ page, name }) => `${page} ${name}`)).size).toBe(figureTables.length);
  });
});

it('shows a limit, and marks a value that misses it', () => {
  const { rows } = measuresTable('tdf', [
    { label: 'reading', key: 'decrypt.node', format: ratio, min: 0.7 },
    { label: 'seek', key: 'seek.ms', format: milliseconds, max: 5 },
  ]);
  const measured = { ...table, columns: ['measurement', 'key', 'peer', 'result', 'limit'], rows };
  const page = renderPage(pageOf('\n'), [measured], {
    tdf: result([{ decrypt: { node: 0.69 }, seek: { ms: 5 } }]),
  });
  expect(page).toContain('| reading | `decrypt.node` | – | **0.69, misses the limit** | ≥ 0.70 |');
  expect(page).toContain('| seek | `seek.ms` | – | 5 ms | ≤ 5 ms |');
});

it('formats a number with the digits that a reader compares', () => {
  expect([0, 0.046, 0.97, 4.85, 19.66, 262_172.4].map(number)).toEqual([
    '0',
    '0.046',
    '0.97',
    '4.85',
    '19.7',
    '262,172',
  ]);
});
