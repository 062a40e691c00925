import { expect, test } from 'vitest';
import { help, readArguments, UsageError } from './arguments.ts';
import { faultNames } from './fault-list.ts';

const read = (...args: string[]) => readArguments(args, () => 42);

test('without arguments, all faults run for one minute with a new seed', () => {
  expect(read()).toMatchObject({
    minutes: 1,
    seed: 42,
    only: faultNames,
    damage: undefined,
    json: false,
    nodes: 2,
  });
});

test('arguments replace the defaults', () => {
  expect(
    read(
      '--minutes',
      '0.5',
      '--seed',
      '7',
      '--only',
      'node-killed,mail-down',
      '--plant',
      'audit-gap',
      '--json',
    ),
  ).toMatchObject({
    minutes: 0.5,
    seed: 7,
    only: ['node-killed', 'mail-down'],
    damage: 'audit-gap',
    json: true,
  });
});

test.each([
  ['--minutes', 'long'],
  ['--minutes', '0'],
  ['--seed', '1.5'],
  ['--seed', ''],
  ['--only', 'flood'],
  ['--plant', 'toString'],
  ['--nodes', '9'],
  ['--what', '1'],
])('%s %s is rejected', (...args) => {
  expect(() => read(...args)).toThrow(UsageError);
});

test('the help text names every fault', () => {
  expect(read('--help')).toBeUndefined();
  for (const name of faultNames) expect(help).toContain(name);
});
