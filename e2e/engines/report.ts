/** The part of Playwright's JSON report that is read here. */
export type PlaywrightReport = { readonly suites: readonly Suite[] };

type Suite = {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
};

type Spec = {
  readonly title: string;
  readonly tests: readonly { readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
};

export type JourneyResult = {
  /** The file without its ending: the screen or the capability. */
  readonly area: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'left out';
};

const outcomes = {
  expected: 'passed',
  unexpected: 'failed',
  // No journey is tried twice; one that would pass at the second try has failed.
  flaky: 'failed',
  skipped: 'left out',
} as const;

/** The journeys of a report, each once: one that was repeated has passed if it passed each time. */
export function journeysOf({ suites }: PlaywrightReport): readonly JourneyResult[] {
  const found = new Map<string, JourneyResult>();
  const visit = (suite: Suite) => {
    for (const { title, tests } of suite.specs) {
      for (const { status } of tests) {
        const key = `${suite.file} ${title}`;
        const area = suite.file.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
        const outcome = outcomes[status];
        if (found.get(key)?.outcome !== 'failed') found.set(key, { area, title, outcome });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of suites) visit(suite);
  return [...found.values()];
}
