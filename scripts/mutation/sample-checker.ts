// A checker plugin for Stryker that accepts only the mutants of a random sample, because Stryker cannot sample. Stryker calls a
// checker with all mutants before it runs the first one, and the score excludes mutants that a checker rejects.
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { readSample, storeSample } from './sample.ts';

const notSampled: CheckResult = { status: CheckStatus.CompileError, reason: 'outside of the sample' };

const sampleChecker: Checker = {
  init: async () => {},
  group: async (mutants: Mutant[]) => {
    storeSample(mutants);
    return [mutants.map(({ id }) => id)];
  },
  check: async (mutants: Mutant[]) => {
    const sample = readSample();
    return Object.fromEntries(
      mutants.map(({ id }) => [id, sample.has(id) ? { status: CheckStatus.Passed } : notSampled]),
    );
  },
};

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', () => sampleChecker)];
