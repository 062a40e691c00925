/**
 * Compares the pages of the documentation that cite tests with the reports of a run.
 *
 * @param base - the root of the repository, which contains the pages and `test-results`.
 * @param sinceMs - the start of the run, in milliseconds since 1970.
 * @returns one line for each problem: a missing or old report, or a cited test that did not run and pass.
 */
export function citedTestProblems(base: string, sinceMs: number): string[];
