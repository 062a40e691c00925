// npm run -s mutation -- [--json] [--folder PATH]... [--sample N|all] [--seed N] [--concurrency N]
// Changes the code of each folder in one place at a time and runs the tests that reach the place: a test has to fail.
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { makeRunFolder } from '../../apps/server/testing/folder.ts';
import { startTestServer } from '../../apps/server/testing/postgres.setup.ts';
import { findPostgres } from '../system-packages.mjs';
import { root, runMain, ScriptError } from '../toolchain.mjs';
import { type MutatedFolder, mutatedFolders } from './folders.ts';
import { type SampleSettings, sampleVariable } from './sample.ts';
import { type FolderScore, scoreOf } from './score.ts';

const usage = `usage: npm run -s mutation -- [--json] [--folder PATH]... [--sample N|all] [--seed N] [--concurrency N]
  --folder       one of ${mutatedFolders.map(({ path }) => path).join(', ')}; all of them without it
  --sample       mutants of each folder, chosen at random (300), or all of them
  --seed         chooses the sample of another run again
  --concurrency  test runners at a time
Survivors: test-results/mutation/<folder>.txt, and .html for a browser. Exit codes: 0 each bar holds, 1 one does not.`;

type Measured = FolderScore & { readonly bar: number; readonly seconds: number };
type Options = { readonly seed: number; readonly size: number; readonly concurrency: number };

const resultsDir = join(root, 'test-results', 'mutation');

/** What lies outside of the repository and goes with the run, also with one that is ended early. */
const temporary = new Set<() => void>();
process.once('exit', () => {
  for (const remove of temporary) remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    help: { type: 'boolean' },
    folder: { type: 'string', multiple: true },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string' },
    concurrency: { type: 'string' },
  },
});

await runMain(async () => {
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const folders = mutatedFolders.filter(({ path }) => values.folder?.includes(path) ?? true);
  const options: Options = {
    seed: Number(values.seed ?? randomInt(1_000_000)),
    size: values.sample === 'all' ? Number.MAX_SAFE_INTEGER : Number(values.sample),
    concurrency: Number(values.concurrency ?? availableParallelism()),
  };
  const isWhole = Object.values(options).every((option) => Number.isSafeInteger(option) && option >= 0);
  if (!isWhole || folders.length < (values.folder?.length ?? 1)) throw new ScriptError(usage);
  process.chdir(root);
  mkdirSync(resultsDir, { recursive: true });
  process.stderr.write(`seed ${options.seed}\n`);

  const measured: Record<string, Measured> = {};
  for (const folder of folders) measured[folder.path] = await measure(folder, options);
  const below = Object.entries(measured).filter(([, { score, bar }]) => score < bar);
  if (below.length > 0) process.exitCode = 1;
  process.stdout.write(
    values.json ? `${JSON.stringify({ seed: options.seed, ...measured })}\n` : tableOf(measured),
  );
  for (const [path, { score, bar }] of below)
    process.stderr.write(`${path}: ${score} %, below the bar of ${bar} %\n`);
});

async function measure(folder: MutatedFolder, options: Options): Promise<Measured> {
  const since = performance.now();
  const stopServers = folder.project === 'service' ? await startServers(options.concurrency) : async () => {};
  try {
    const results = await mutate(folder, options);
    const seconds = Math.round((performance.now() - since) / 1000);
    return { ...scoreOf(results), bar: folder.bar, seconds };
  } finally {
    await stopServers();
  }
}

/** The servers run as long as the folder is mutated: a runner that Stryker starts anew finds its own again. */
async function startServers(count: number): Promise<() => Promise<void>> {
  const bin = findPostgres();
  if (bin) process.env['TEST_POSTGRES_BIN'] = bin;
  const removeFolders = makeRunFolder();
  temporary.add(removeFolders);
  const servers = await Promise.all(Array.from({ length: count }, startTestServer));
  process.env['MUTATION_SERVERS'] = JSON.stringify(servers.map(({ administrationUrl }) => administrationUrl));
  return async () => {
    for (const server of servers) await server.stop();
    removeFolders();
    temporary.delete(removeFolders);
  };
}

async function mutate(folder: MutatedFolder, options: Options): Promise<readonly MutantResult[]> {
  const name = join(resultsDir, folder.path.replaceAll('/', '-'));
  const place = mkdtempSync(join(tmpdir(), 'sealflow-mutation-'));
  const removePlace = () => rmSync(place, { recursive: true, force: true });
  temporary.add(removePlace);
  const sample: SampleSettings = { seed: options.seed, size: options.size, file: join(place, 'sample.json') };
  process.env['MUTATION_FOLDER'] = folder.path;
  process.env[sampleVariable] = JSON.stringify(sample);
  try {
    const results = await new Stryker({
      configFile: 'scripts/mutation/stryker.json',
      mutate: [
        `${folder.path}/**/*.ts`,
        ...['*.test.ts', 'testing/**', 'tests/**'].map((pattern) => `!${folder.path}/**/${pattern}`),
      ],
      ignoreStatic: !folder.hasTables,
      concurrency: options.concurrency,
      reporters: ['html', 'json', ...(values.json ? [] : ['progress-append-only'])],
      htmlReporter: { fileName: `${name}.html` },
      jsonReporter: { fileName: `${name}.json` },
      tempDirName: join(place, 'sandbox'),
    }).runMutationTest();
    writeFileSync(`${name}.txt`, survivorsOf(results));
    return results;
  } finally {
    removePlace();
    temporary.delete(removePlace);
  }
}

/** A line for each place that no test holds: where it is, and what it became. */
function survivorsOf(results: readonly MutantResult[]): string {
  const sources = new Map<string, readonly string[]>();
  const lines: string[] = [];
  for (const { fileName, status, location, mutatorName, replacement } of results) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const source = sources.get(fileName) ?? readFileSync(fileName, 'utf8').split('\n');
    sources.set(fileName, source);
    const { line, column } = location.start;
    const place = `${relative(root, fileName)}:${line}:${column}`;
    lines.push(
      `${place} ${status} ${mutatorName}: ${source[line - 1]?.trim()} → ${replacement.replaceAll(/\s+/g, ' ')}`,
    );
  }
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}

function tableOf(measured: Readonly<Record<string, Measured>>): string {
  const rows = Object.entries(measured).map(([path, one]) =>
    [
      path.padEnd(34),
      `${one.score} % of at least ${one.bar} %`,
      `${one.mutants} of ${one.total} mutants`,
      `${one.killed} killed, ${one.timeout} timed out, ${one.survived} survived, ${one.noCoverage} without a test, ${one.errors} errors`,
      `${one.seconds} s`,
    ].join('  '),
  );
  return `${rows.join('\n')}\n`;
}
