/** A folder whose code is mutated, and the tests that have to notice it. */
export type MutatedFolder = {
  readonly path: string;
  /** Of vitest.config.ts. */
  readonly project: 'unit' | 'service';
  /** Files of tests, as globs from the root. Of these, each mutant runs only the tests that reach it. */
  readonly tests: readonly string[];
  /**
   * Whether code that runs while files load, or in the preparation of tests, is mutated where no test reaches it again: tables. Such a
   * mutant starts a process of its own and runs all tests.
   */
  readonly hasTables: boolean;
  /** The least score, in percent. */
  readonly bar: number;
};

const ownTests = (path: string) => `${path}/**/*.test.ts`;

const modules = 'apps/server/src/modules';

export const mutatedFolders: readonly MutatedFolder[] = [
  {
    path: 'packages/domain',
    project: 'unit',
    tests: [ownTests('packages/domain/src')],
    hasTables: true,
    bar: 80,
  },
  {
    path: 'packages/tdf',
    project: 'unit',
    // Those that change each byte of a file in turn take half a minute for each mutant: without them the score is the least it can be.
    tests: ['packages/tdf/src/**/!(damage|interop).test.ts'],
    hasTables: false,
    bar: 80,
  },
  {
    path: `${modules}/accounts`,
    project: 'service',
    tests: [ownTests(`${modules}/accounts`), 'apps/server/tests/signing-keys.test.ts'],
    hasTables: false,
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
    hasTables: false,
    bar: 70,
  },
  {
    path: `${modules}/workflow`,
    project: 'service',
    tests: [ownTests(`${modules}/workflow`), 'apps/server/tests/flow-states.test.ts'],
    hasTables: false,
    bar: 70,
  },
];
