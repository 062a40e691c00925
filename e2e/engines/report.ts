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
  /** Without their `@`. */
  readonly tags: readonly string[];
  readonly tests: readonly { readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
};

export type JourneyResult = {
  /** The file without its ending: the screen or the capability. */
  readonly area: string;
  readonly title: string;
  /** With their `@`. */
  readonly tags: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'left out';
};

const outcomes = {
  expected: 'passed',
  unexpected: 'failed',
  // No journey is tried twice; one that would pass at the second try has failed.
  flaky: 'failed',
  skipped: 'left out',
} as const;

/** Of several runs of one journey, the outcome that stands first here is the journey's. */
const precedence: readonly JourneyResult['outcome'][] = ['failed', 'passed', 'left out'];

/**
 * The journeys of a report, each once. One that ran several times, because it was repeated or because the run has several
 * projects, has passed if it passed each time.
 */
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
