import { describe, expect, it } from 'vitest';
import { journeysOf, type PlaywrightReport } from './report.ts';

type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped';

const spec = (title: string, ...statuses: readonly Status[]) => ({
  title,
  tags: [] as readonly string[],
  tests: statuses.map((status) => ({ status })),
});

const reportOf = (...specs: ReturnType<typeof spec>[]): PlaywrightReport => ({
  suites: [{ title: 'work.spec.ts', file: 'tests/work.spec.ts', specs }],
});

const outcomesOf = (report: PlaywrightReport) => journeysOf(report).map(({ outcome }) => outcome);

describe('journeysOf', () => {
  it('returns area, title, tags and outcome of a journey', () => {
    const report = reportOf({ ...spec('a decision', 'expected'), tags: ['once', 'devtools'] });
    expect(journeysOf(report)).toEqual([
      { area: 'work', title: 'a decision', tags: ['@once', '@devtools'], outcome: 'passed' },
    ]);
  });

  it('finds journeys inside of described groups', () => {
    const inner = { title: 'text at 200 %', file: 'tests/dialogs.spec.ts', specs: [spec('a', 'expected')] };
    const report = {
      suites: [{ title: '', file: 'tests/dialogs.spec.ts', specs: [spec('b', 'expected')], suites: [inner] }],
    };
    expect(journeysOf(report).map(({ area, title }) => `${area}: ${title}`)).toEqual([
      'dialogs: b',
      'dialogs: a',
    ]);
  });

  it.each([
    ['passed', ['expected']],
    ['failed', ['unexpected']],
    ['left out', ['skipped']],
    // A passed retry is not a pass.
    ['failed', ['flaky']],
    ['passed', ['expected', 'expected']],
    ['failed', ['expected', 'unexpected', 'expected']],
    ['passed', ['expected', 'skipped']],
    ['failed', ['skipped', 'unexpected', 'skipped']],
  ] as const)('reports %s for a journey whose runs were %j', (outcome, statuses) => {
    expect(outcomesOf(reportOf(spec('a decision', ...statuses)))).toEqual([outcome]);
  });

  it('counts runs in several entries of the report as one journey', () => {
    const report = reportOf(
      spec('a decision', 'expected'),
      spec('a decision', 'unexpected'),
      spec('a decision', 'expected'),
    );
    expect(outcomesOf(report)).toEqual(['failed']);
  });

  it('separates journeys of two files that share a title', () => {
    const { suites } = reportOf(spec('a decision', 'unexpected'));
    const other = { title: '', file: 'tests/mine.spec.ts', specs: [spec('a decision', 'expected')] };
    expect(outcomesOf({ suites: [...suites, other] })).toEqual(['failed', 'passed']);
  });
});
