/** A folder with mutated code, and the tests that must detect the mutants. */
export type MutatedFolder = {
  readonly path: string;
  /** The project of vitest.config.ts that contains the tests. */
  readonly project: 'unit' | 'service';
  /** Test files, as globs from the root. For each mutant, only the tests that execute its code run. */
  readonly tests: readonly string[];
  /**
   * Whether to mutate static code, which runs only while modules load or in the preparation of tests, such as tables of constants. Each
   * of these mutants runs all tests in a separate process.
   */
  readonly includesStaticCode: boolean;
  /** The minimum score, in percent. */
  readonly bar: number;
};

const ownTests = (path: string) => `${path}/**/*.test.ts`;

const modules = 'apps/server/src/modules';

export const mutatedFolders: readonly MutatedFolder[] = [
  {
    path: 'packages/domain',
    project: 'unit',
    tests: [ownTests('packages/domain/src')],
    includesStaticCode: true,
    bar: 80,
  },
  {
    path: 'packages/tdf',
    project: 'unit',
    // The excluded tests change each byte of a file, which takes half a minute per mutant. They could only raise the score.
    tests: ['packages/tdf/src/**/!(damage|interop).test.ts'],
    includesStaticCode: false,
    bar: 80,
  },
  {
    path: `${modules}/accounts`,
    project: 'service',
    tests: [ownTests(`${modules}/accounts`), 'apps/server/tests/signing-keys.test.ts'],
    includesStaticCode: false,
    bar: 70,
  },
  {
    path: `${modules}/keys`,
    project: 'service',
    tests: [
      ownTests(`${modules}/keys`),
      'apps/server/tests/{key-access*,master-key-rotation}.test.ts',
      `${modules}/{admin/documents,documents/own-sealing,processing/package-key}.test.ts`,
    ],
    includesStaticCode: false,
    bar: 70,
  },
  {
    path: `${modules}/workflow`,
    project: 'service',
    tests: [ownTests(`${modules}/workflow`), 'apps/server/tests/flow-states.test.ts'],
    includesStaticCode: false,
    bar: 70,
  },
];
