import { parseArgs } from 'node:util';
import { exitCodeOf, type RunOptions, replay, runTarget } from './run.ts';
import { stopSharedService } from './service/process.ts';
import { TARGETS } from './targets.ts';

const names = Object.keys(TARGETS);
const width = Math.max(...names.map((name) => name.length)) + 2;
const help = `npm run -s fuzz -- NAME|all [options]

Runs code that parses untrusted input with malformed and hostile inputs. Each input must be processed correctly or refused
as declared. Any other error, a false acceptance, a hang or excessive reading is a failure.

${names.map((name) => `  ${name.padEnd(width)}${TARGETS[name]?.description}`).join('\n')}

  --inputs N     number of inputs; with all, N is divided among the targets in proportion to their defaults
  --seed S       repeats a run; each run prints its seed, 1 by default
  --from N       the first input
  --workers N    number of threads, 1 by default
  --plant NAME   puts a fault into the program under test, which must be found: ${[...new Set(names.flatMap((name) => TARGETS[name]?.seededFaults ?? []))].join(', ')}
  --most N       ends after N failures, 20 by default
  --replay FILE  replays a saved failure
  --json         one JSON object on the last line

Exit codes: 0 without a failure, 1 with failures, 2 if the arguments are invalid.
`;

function readArguments():
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
  const chosenNames = name === 'all' ? names : [name];
  const numbers = [values.seed, values.from, values.workers, values.most, values.inputs ?? '1'].map(Number);
  const isKnownFault =
    values.plant === undefined ||
    chosenNames.some((one) => TARGETS[one]?.seededFaults.includes(values.plant ?? ''));
  if (
    chosenNames.some((one) => !TARGETS[one]) ||
    positionals.length !== 1 ||
    !isKnownFault ||
    numbers.some((number) => !Number.isSafeInteger(number) || number < 0)
  )
    throw new TypeError('invalid arguments');
  const [seed = 1, from = 0, workers = 1, most = 20, inputs = 1] = numbers;
  return {
    names: chosenNames,
    replay: values.replay,
    share: name === 'all',
    options: {
      seed,
      from,
      workers: Math.max(1, workers),
      maxFailures: most,
      plant: values.plant,
      inputs: values.inputs === undefined ? undefined : inputs,
      isQuiet: values.json,
    },
  };
}

function inputsOf(name: string, { inputs }: RunOptions): number | undefined {
  if (inputs === undefined) return undefined;
  const all = names.reduce((sum, one) => sum + (TARGETS[one]?.inputs ?? 0), 0);
  return Math.max(1, Math.round((inputs * (TARGETS[name]?.inputs ?? 0)) / all));
}

async function main(): Promise<number> {
  const request = readArguments();
  if (!request) {
    process.stdout.write(help);
    return 0;
  }
  if (request.replay !== undefined) return replay(request.replay, request.options);
  const results: Record<string, Awaited<ReturnType<typeof runTarget>>> = {};
  for (const name of request.names) {
    const inputs = request.share ? inputsOf(name, request.options) : request.options.inputs;
    results[name] = await runTarget(name, { ...request.options, inputs });
  }
  if (request.options.isQuiet)
    process.stdout.write(`${JSON.stringify({ seed: request.options.seed, targets: results })}\n`);
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
