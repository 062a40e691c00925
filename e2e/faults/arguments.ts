import { parseArgs } from 'node:util';
import { type FaultName, faultNames, isFaultName } from './fault-list.ts';
import { type DamageName, isDamageName, seededDamages } from './seeded-damage.ts';

export interface RunOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly only: readonly FaultName[];
  readonly damage: DamageName | undefined;
  readonly json: boolean;
  /** Folder with the programs of another PostgreSQL than the embedded one. */
  readonly postgres: string | undefined;
  readonly nodes: number;
}

/** An error of the caller. It is printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const help = `npm run -s faults -- [options]

Runs the service as several nodes under load, injects faults, restores everything, and checks that no acknowledged data is
lost, duplicated, unrecorded or incomplete. docs/faults.md describes the faults and the invariants.

  --minutes N      the duration of the faults, 1 by default (fractions allowed)
  --seed S         repeats the faults of another run; each run prints its seed
  --only A,B       only these faults
  --plant NAME     damages the state on purpose: the run must find the damage and end with 1
  --nodes N        2 or 3 nodes, 2 by default
  --postgres DIR   the programs of another PostgreSQL (15 or later) instead of the embedded one
  --json           one JSON object on the last line
  --help

Exit codes: 0 if every invariant held, 1 if one is violated, 2 if the arguments are invalid.

Faults:  ${faultNames.join(' ')}
Plants:  ${Object.keys(seededDamages).join(' ')}
`;

/** @returns undefined for --help. @throws UsageError */
export function readArguments(args: readonly string[], newSeed: () => number): RunOptions | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  const { plant: damage } = values;
  if (damage !== undefined && !isDamageName(damage))
    throw new UsageError(`--plant: unknown damage ${damage}`);
  return {
    minutes: numberIn('minutes', values.minutes ?? '1', { from: 0.05, to: 24 * 60 }),
    seed:
      values.seed === undefined
        ? newSeed()
        : numberIn('seed', values.seed, { from: 0, to: 2 ** 32 - 1, whole: true }),
    only: namesIn(values.only),
    damage,
    json: values.json ?? false,
    postgres: values.postgres,
    nodes: numberIn('nodes', values.nodes ?? '2', { from: 2, to: 3, whole: true }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        plant: { type: 'string' },
        nodes: { type: 'string' },
        postgres: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function namesIn(only: string | undefined): FaultName[] {
  if (only === undefined) return [...faultNames];
  return only.split(',').map((name) => {
    if (!isFaultName(name)) throw new UsageError(`--only: unknown fault ${name}`);
    return name;
  });
}

function numberIn(
  name: string,
  text: string,
  { from, to, whole: isInteger = false }: { from: number; to: number; whole?: boolean },
): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= from && value <= to) || (isInteger && !Number.isInteger(value))) {
    throw new UsageError(
      `--${name}: ${text} is not ${isInteger ? 'an integer' : 'a number'} from ${from} to ${to}`,
    );
  }
  return value;
}
