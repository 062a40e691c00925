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
  /** How many of the folder's mutants were in the sample. */
  readonly mutants: number;
  /** How many the folder has, tables included. */
  readonly total: number;
  readonly killed: number;
  readonly survived: number;
  readonly timeout: number;
  /** No test reaches them. */
  readonly noCoverage: number;
  /** The tests could not run with them; they count neither for nor against. */
  readonly errors: number;
  /** Killed or timed out, in percent of all but the errors. */
  readonly score: number;
};

/** @param results - of one folder; a `CompileError` is a mutant outside of the sample. */
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
