import { parseArgs } from 'node:util';
import { exitCodeOf, type RunOptions, replay, runTarget } from './run.ts';
import { stopSharedService } from './service/process.ts';
import { TARGETS } from './targets.ts';

const names = Object.keys(TARGETS);
const width = Math.max(...names.map((name) => name.length)) + 2;
const help = `npm run -s fuzz -- NAME|all [options]

Tries what takes bytes of strangers with inputs that nobody sends in good faith. Every input must be taken rightly or
refused as declared: anything else thrown, a false acceptance, a hang or a reading beyond measure is a failure.

${names.map((name) => `  ${name.padEnd(width)}${TARGETS[name]?.what}`).join('\n')}

  --inputs N     how many, with all: of each in its own proportion, so that N are tried together
  --seed S       repeats a run; printed by each, 1 if not given
  --from N       begins with that input
  --workers N    threads, one if not given
  --plant NAME   puts a fault into the program under test, which must be found: ${[...new Set(names.flatMap((name) => TARGETS[name]?.plants ?? []))].join(', ')}
  --most N       ends after so many failures, 20 if not given
  --replay FILE  tries an input again that a run has written down
  --json         one JSON object on the last line

Ends with 0 where all is well, 1 where something was found, 2 where it was asked wrongly.
`;

function asked():
  | {
      readonly names: readonly string[];
      readonly options: RunOptions;
      readonly replay: string | undefined;
      readonly share: boolean;
    }
  | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      inputs: { type: 'string' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      workers: { type: 'string', default: '1' },
      most: { type: 'string', default: '20' },
      plant: { type: 'string' },
      replay: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [name = ''] = positionals;
  const chosen = name === 'all' ? names : [name];
  const numbers = [values.seed, values.from, values.workers, values.most, values.inputs ?? '1'].map(Number);
  const isPlanted =
    values.plant === undefined || chosen.some((one) => TARGETS[one]?.plants.includes(values.plant ?? ''));
  if (
    chosen.some((one) => !TARGETS[one]) ||
    positionals.length !== 1 ||
    !isPlanted ||
    numbers.some((number) => !Number.isSafeInteger(number) || number < 0)
  )
    throw new TypeError('asked wrongly');
  const [seed = 1, from = 0, workers = 1, most = 20, inputs = 1] = numbers;
  return {
    names: chosen,
    replay: values.replay,
    share: name === 'all',
    options: {
      seed,
      from,
      workers: Math.max(1, workers),
      most,
      plant: values.plant,
      inputs: values.inputs === undefined ? undefined : inputs,
      isQuiet: values.json,
    },
  };
}

function proportion(name: string, { inputs }: RunOptions): number | undefined {
  if (inputs === undefined) return undefined;
  const all = names.reduce((sum, one) => sum + (TARGETS[one]?.inputs ?? 0), 0);
  return Math.max(1, Math.round((inputs * (TARGETS[name]?.inputs ?? 0)) / all));
}

async function main(): Promise<number> {
  const wanted = asked();
  if (!wanted) {
    process.stdout.write(help);
    return 0;
  }
  if (wanted.replay !== undefined) return replay(wanted.replay, wanted.options);
  const results: Record<string, Awaited<ReturnType<typeof runTarget>>> = {};
  for (const name of wanted.names) {
    const inputs = wanted.share ? proportion(name, wanted.options) : wanted.options.inputs;
    results[name] = await runTarget(name, { ...wanted.options, inputs });
  }
  if (wanted.options.isQuiet)
    process.stdout.write(`${JSON.stringify({ seed: wanted.options.seed, targets: results })}\n`);
  return exitCodeOf(Object.values(results));
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${help}`);
  process.exitCode = 2;
} finally {
  await stopSharedService();
}
