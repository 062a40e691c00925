/** The used part of Playwright’s JSON report. */
export type PlaywrightReport = { readonly suites: readonly Suite[] };

type Suite = {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
};

type Spec = {
  readonly title: string;
  /** Without `@`. */
  readonly tags: readonly string[];
  readonly tests: readonly { readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
};

export type JourneyResult = {
  /** The file name without its extension: the screen or the capability. */
  readonly area: string;
  readonly title: string;
  /** With `@`. */
  readonly tags: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'left out';
};

const outcomes = {
  expected: 'passed',
  unexpected: 'failed',
  // Journeys have no retries. A journey that would pass at the second attempt has failed.
  flaky: 'failed',
  skipped: 'left out',
} as const;

/** The first of these outcomes among the runs of a journey is the outcome of the journey. */
const precedence: readonly JourneyResult['outcome'][] = ['failed', 'passed', 'left out'];

/** The journeys of a report, each once. A journey with several runs has passed if each run passed. */
export function journeysOf({ suites }: PlaywrightReport): readonly JourneyResult[] {
  const found = new Map<string, JourneyResult>();
  const visit = (suite: Suite) => {
    for (const { title, tags, tests } of suite.specs) {
      const key = `${suite.file} ${title}`;
      const area = suite.file.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');
      const reached = new Set([found.get(key)?.outcome, ...tests.map(({ status }) => outcomes[status])]);
      const outcome = precedence.find((candidate) => reached.has(candidate));
      if (outcome) found.set(key, { area, title, tags: tags.map((tag) => `@${tag}`), outcome });
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of suites) visit(suite);
  return [...found.values()];
}
