// npm run figures: runs the benchmarks on a quiet machine, stores their results in docs/figures, and writes the tables of
// docs/benchmarks.md, docs/scaling.md and the README files.
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../../scripts/build-app.mjs';
import { runBenchmark } from './benchmark-process.ts';
import { describeMachine, describeRevision, root } from './machine.ts';
import { formatElapsed, measureAll } from './measure.ts';
import { type MeasuredName, measuredNames } from './measured-benchmarks.ts';
import { checkPages, writePages } from './pages.ts';
import { readLinuxProcessor } from './processor-use.ts';
import { FiguresError, systemObservation } from './quiet-machine.ts';
import { figuresOf, readResults, resultsFolder, writeResult } from './results.ts';
import { figureTables } from './tables/index.ts';

const usage = `usage: npm run figures -- [options]
  --only NAMES       the benchmarks to run, with commas between them: ${measuredNames.join(', ')}
  --runs N           runs of each benchmark; the tables show medians (3)
  --wait SECONDS     waits for a quiet machine before each benchmark, at most this long (0)
  --force            stores results of a busy machine; the tables mark them
  --json             prints the medians as one JSON object on the last line
  --opentdf FOLDER   measures tdf beside the OpenTDF web SDK that is installed or built there
  --postgres BIN     the folder of the PostgreSQL programs; the embedded ones by default
  --render           writes the tables from the stored results and runs nothing
  --check            requires that the tables equal the stored results and runs nothing`;

const options = {
  only: { type: 'string' },
  runs: { type: 'string', default: '3' },
  wait: { type: 'string', default: '0' },
  force: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  opentdf: { type: 'string' },
  postgres: { type: 'string' },
  render: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** The selected benchmarks in their order, all by default. @throws FiguresError if a name is unknown. */
function selectNames(only: string | undefined): readonly MeasuredName[] {
  const selected = only?.split(',').filter(Boolean) ?? measuredNames;
  const unknown = selected.filter((name) => !measuredNames.some((known) => known === name));
  if (unknown.length > 0)
    throw new FiguresError(`unknown benchmark ${unknown.join(', ')}: ${measuredNames.join(', ')}`);
  return measuredNames.filter((name) => selected.includes(name));
}

function requireNumber(
  text: string,
  { option, min }: { readonly option: string; readonly min: number },
): number {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < min)
    throw new FiguresError(`--${option} requires a whole number of at least ${min}`);
  return value;
}

const pagePaths = [...new Set(figureTables.map(({ page }) => page))];

async function measure(values: Values): Promise<void> {
  if (process.platform !== 'linux')
    throw new FiguresError('the use of the processor is readable on Linux only');
  const names = selectNames(values.only);
  const runs = requireNumber(values.runs, { option: 'runs', min: 1 });
  const waitSeconds = requireNumber(values.wait, { option: 'wait', min: 0 });
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interruption.abort(new FiguresError('interrupted')));
  const startMs = performance.now();
  const argumentsOf = (name: MeasuredName) => [
    ...(name === 'tdf' && values.opentdf !== undefined ? ['--opentdf', values.opentdf] : []),
    ...(values.postgres === undefined ? [] : ['--postgres', values.postgres]),
  ];
  const { stored, problems } = await measureAll(
    { names, runs, force: values.force, waitSeconds, signal: interruption.signal },
    {
      observation: systemObservation(readLinuxProcessor),
      // The benchmarks themselves measure an existing build, whatever its age.
      prepare: ensureBuilt,
      run: (name, signal) => runBenchmark(name, { args: argumentsOf(name), signal }),
      machine: describeMachine(values.postgres),
      revision: () => describeRevision([resultsFolder, ...pagePaths]),
      today: () => new Date().toISOString().slice(0, 10),
      store: (name, result) => {
        writeResult(root, name, result);
        writePages(root, figureTables, readResults(root));
      },
      report: (line) => process.stderr.write(`[${formatElapsed(performance.now() - startMs)}] ${line}\n`),
    },
  );
  if (values.json) {
    const results = readResults(root);
    console.log(
      JSON.stringify(
        Object.fromEntries(stored.map((name) => [name, results[name] && figuresOf(results[name])])),
      ),
    );
  }
  process.stderr.write(
    `Stored: ${stored.join(', ') || 'nothing'}.\n${problems.map((line) => `${line}\n`).join('')}`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

function check(): void {
  const problems = checkPages(root, figureTables, readResults(root));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(usage);
  else if (values.check) check();
  else if (values.render) writePages(root, figureTables, readResults(root));
  else await measure(values);
} catch (error) {
  const isExpected = error instanceof FiguresError || (error instanceof TypeError && 'code' in error);
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n${error instanceof TypeError ? `${usage}\n` : ''}`);
  process.exitCode = 2;
}
