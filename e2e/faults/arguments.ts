import { parseArgs } from 'node:util';
import { type FaultName, faultNames, isFaultName } from './fault-list.ts';
import { isPlantName, type PlantName, plants } from './plants.ts';

export interface RunOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly only: readonly FaultName[];
  readonly plant: PlantName | undefined;
  readonly json: boolean;
  /** Programs of another PostgreSQL than the embedded one. */
  readonly postgres: string | undefined;
  readonly nodes: number;
}

/** Said to the person, without a trace of where in our code. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const help = `npm run -s faults -- [options]

Runs the service as several nodes under load, breaks what it stands on, mends it, and checks that nothing that was
acknowledged is lost, doubled, unrecorded or half there. docs/faults.md describes the faults and the invariants.

  --minutes N      how long faults come, 1 unless said (fractions allowed)
  --seed S         repeats the faults of another run; each run prints its own
  --only A,B       these faults alone
  --plant NAME     damages the state on purpose: the run must find it and end with 1
  --nodes N        2 or 3 nodes, 2 unless said
  --postgres DIR   the programs of another PostgreSQL (15 or later) than the embedded one
  --json           one JSON object on the last line
  --help

Ends with 0 where every invariant held, 1 where one is broken, 2 where it was not asked right.

Faults:  ${faultNames.join(' ')}
Plants:  ${Object.keys(plants).join(' ')}
`;

/** @returns undefined where help is asked for. @throws UsageError */
export function readArguments(args: readonly string[], freshSeed: () => number): RunOptions | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  const { plant } = values;
  if (plant !== undefined && !isPlantName(plant)) throw new UsageError(`--plant: there is no ${plant}`);
  return {
    minutes: numberIn('minutes', values.minutes ?? '1', { from: 0.05, to: 24 * 60 }),
    seed:
      values.seed === undefined
        ? freshSeed()
        : numberIn('seed', values.seed, { from: 0, to: 2 ** 32 - 1, whole: true }),
    only: namesIn(values.only),
    plant,
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
    if (!isFaultName(name)) throw new UsageError(`--only: there is no fault ${name}`);
    return name;
  });
}

function numberIn(
  name: string,
  text: string,
  { from, to, whole = false }: { from: number; to: number; whole?: boolean },
): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= from && value <= to) || (whole && !Number.isInteger(value))) {
    throw new UsageError(`--${name}: a ${whole ? 'whole ' : ''}number from ${from} to ${to}, not ${text}`);
  }
  return value;
}
