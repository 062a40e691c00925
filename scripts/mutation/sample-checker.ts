// A checker of Stryker that lets the mutants of a random sample pass. Stryker has no sampling of its own; a checker sees all
// mutants before the first one runs, and one that a checker rejects belongs to no score.
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { readSample, storeSample } from './sample.ts';

const outside: CheckResult = { status: CheckStatus.CompileError, reason: 'outside of the sample' };

const sampleChecker: Checker = {
  init: async () => {},
  group: async (mutants: Mutant[]) => {
    storeSample(mutants);
    return [mutants.map(({ id }) => id)];
  },
  check: async (mutants: Mutant[]) => {
    const chosen = readSample();
    return Object.fromEntries(
      mutants.map(({ id }) => [id, chosen.has(id) ? { status: CheckStatus.Passed } : outside]),
    );
  },
};

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', () => sampleChecker)];
