type Status =
  | 'Killed'
  | 'Survived'
  | 'NoCoverage'
  | 'Timeout'
  | 'RuntimeError'
  | 'CompileError'
  | 'Ignored'
  | 'Pending';

export type FolderScore = {
  /** Mutants in the sample. */
  readonly mutants: number;
  /** All mutants of the folder. */
  readonly total: number;
  readonly killed: number;
  readonly survived: number;
  readonly timeout: number;
  /** Mutants whose code no test executes. */
  readonly noCoverage: number;
  /** Mutants with which the tests cannot run. The score excludes them. */
  readonly errors: number;
  /** Killed and timed out mutants, in percent of the sample without errors. */
  readonly score: number;
};

/** @param results - all mutants of one folder. The status `CompileError` marks a mutant outside of the sample. */
export function scoreOf(results: readonly { readonly status: Status }[]): FolderScore {
  const count = (status: Status) => results.filter((result) => result.status === status).length;
  const killed = count('Killed');
  const survived = count('Survived');
  const timeout = count('Timeout');
  const noCoverage = count('NoCoverage');
  const errors = count('RuntimeError');
  const valid = killed + timeout + survived + noCoverage;
  return {
    mutants: valid + errors,
    total: results.length,
    killed,
    survived,
    timeout,
    noCoverage,
    errors,
    score: valid === 0 ? 0 : Math.round((1000 * (killed + timeout)) / valid) / 10,
  };
}
