import { describe, expect, it } from 'vitest';
import type { JourneyResult } from './report.ts';
import { tableOf } from './table.ts';

const journey = (title: string, more: Partial<JourneyResult> = {}): JourneyResult => ({
  area: 'work',
  title,
  tags: [],
  outcome: 'passed',
  ...more,
});

const linesOf = (...args: Parameters<typeof tableOf>) => tableOf(...args).split('\n');

describe('tableOf', () => {
  it('has a column for each engine with its version', () => {
    const [head] = linesOf(new Map(), { chromium: { version: '148.0' }, webkit: { version: '2.50.1' } });
    expect(head).toBe('| journey | chromium 148.0 | firefox | webkit 2.50.1 |');
  });

  it('has a row for each journey in alphabetical order, with its outcome in each engine', () => {
    const table = linesOf(
      new Map([
        ['chromium', [journey('b'), journey('a')]],
        ['firefox', [journey('a', { outcome: 'failed' }), journey('b')]],
        ['webkit', [journey('a'), journey('b', { outcome: 'left out' })]],
      ]),
      {},
    );
    expect(table.slice(2)).toEqual([
      '| work: a | passes | **fails** | passes |',
      '| work: b | passes | passes | not run |',
    ]);
  });

  it('escapes characters that would end a cell', () => {
    expect(linesOf(new Map([['chromium', [journey('a|b')]]]), {})[2]).toContain('work: a\\|b |');
  });

  it('names the tag that excluded a journey, and explains the tag', () => {
    const devtools = journey('a push', { tags: ['@once', '@devtools'] });
    const clock = journey('a lease', { tags: ['@clock'] });
    const table = linesOf(
      new Map([
        ['chromium', [devtools, clock]],
        ['firefox', [clock]],
        ['webkit', []],
      ]),
      {},
    );
    expect(table.slice(2)).toEqual([
      '| work: a lease | passes | passes | not run (`@clock`) |',
      '| work: a push | passes | not run (`@devtools`) | not run (`@devtools`) |',
      '',
      expect.stringMatching(/^- `@devtools`: .+\.$/),
      expect.stringMatching(/^- `@clock`: .+\.$/),
    ]);
  });

  it('explains only the tags that the table names', () => {
    const table = tableOf(new Map([['chromium', [journey('a', { tags: ['@once'] })]]]), {});
    expect(table).not.toContain('@');
  });

  it('shows the outcome of a tagged journey that ran', () => {
    const tagged = journey('a push', { tags: ['@devtools'], outcome: 'failed' });
    expect(linesOf(new Map([['firefox', [tagged]]]), {})[2]).toBe(
      '| work: a push | not run | **fails** | not run (`@devtools`) |',
    );
  });
});
