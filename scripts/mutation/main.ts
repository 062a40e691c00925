// npm run -s mutation -- [--json] [--folder PATH]... [--sample N|all] [--seed N] [--concurrency N]
// Mutation tests: changes the code of each folder in one place at a time and runs the tests that execute it. A test must fail.
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
  --folder       one of ${mutatedFolders.map(({ path }) => path).join(', ')} (default: all)
  --sample       number of random mutants per folder, or all (default: 300)
  --seed         repeats the sample of an earlier run
  --concurrency  number of parallel test runners (default: one per core)
Survivors: test-results/mutation/<folder>.txt, and .html for a browser. Exit codes: 0 each score reaches its minimum, 1 a score is too low.`;

type FolderResult = FolderScore & { readonly bar: number; readonly seconds: number };
type Options = { readonly seed: number; readonly size: number; readonly concurrency: number };

const resultsDir = join(root, 'test-results', 'mutation');

/** Functions that delete temporary folders. They also run if the process is interrupted. */
const cleanups = new Set<() => void>();
process.once('exit', () => {
  for (const cleanup of cleanups) cleanup();
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
  const areIntegers = Object.values(options).every((option) => Number.isSafeInteger(option) && option >= 0);
  if (!areIntegers || folders.length < (values.folder?.length ?? 1)) throw new ScriptError(usage);
  process.chdir(root);
  mkdirSync(resultsDir, { recursive: true });
  process.stderr.write(`seed ${options.seed}\n`);

  const results: Record<string, FolderResult> = {};
  for (const folder of folders) results[folder.path] = await mutateFolder(folder, options);
  const tooLow = Object.entries(results).filter(([, { score, bar }]) => score < bar);
  if (tooLow.length > 0) process.exitCode = 1;
  process.stdout.write(
    values.json ? `${JSON.stringify({ seed: options.seed, ...results })}\n` : tableOf(results),
  );
  for (const [path, { score, bar }] of tooLow)
    process.stderr.write(`${path}: score ${score} %, minimum ${bar} %\n`);
});

async function mutateFolder(folder: MutatedFolder, options: Options): Promise<FolderResult> {
  const since = performance.now();
  const stopServers = folder.project === 'service' ? await startServers(options.concurrency) : async () => {};
  try {
    const mutants = await runStryker(folder, options);
    const seconds = Math.round((performance.now() - since) / 1000);
    return { ...scoreOf(mutants), bar: folder.bar, seconds };
  } finally {
    await stopServers();
  }
}

/** Starts one PostgreSQL server per test runner. A runner that Stryker restarts uses the same server again. */
async function startServers(count: number): Promise<() => Promise<void>> {
  const bin = findPostgres();
  if (bin) process.env['TEST_POSTGRES_BIN'] = bin;
  const removeFolders = makeRunFolder();
  cleanups.add(removeFolders);
  const servers = await Promise.all(Array.from({ length: count }, startTestServer));
  process.env['MUTATION_SERVERS'] = JSON.stringify(servers.map(({ administrationUrl }) => administrationUrl));
  return async () => {
    for (const server of servers) await server.stop();
    removeFolders();
    cleanups.delete(removeFolders);
  };
}

async function runStryker(folder: MutatedFolder, options: Options): Promise<readonly MutantResult[]> {
  const name = join(resultsDir, folder.path.replaceAll('/', '-'));
  const workFolder = mkdtempSync(join(tmpdir(), 'sealflow-mutation-'));
  const removeWorkFolder = () => rmSync(workFolder, { recursive: true, force: true });
  cleanups.add(removeWorkFolder);
  const sample: SampleSettings = {
    seed: options.seed,
    size: options.size,
    file: join(workFolder, 'sample.json'),
  };
  process.env['MUTATION_FOLDER'] = folder.path;
  process.env[sampleVariable] = JSON.stringify(sample);
  try {
    const results = await new Stryker({
      configFile: 'scripts/mutation/stryker.json',
      mutate: [
        `${folder.path}/**/*.ts`,
        ...['*.test.ts', 'testing/**', 'tests/**'].map((pattern) => `!${folder.path}/**/${pattern}`),
      ],
      ignoreStatic: !folder.includesStaticCode,
      concurrency: options.concurrency,
      reporters: ['html', 'json', ...(values.json ? [] : ['progress-append-only'])],
      htmlReporter: { fileName: `${name}.html` },
      jsonReporter: { fileName: `${name}.json` },
      tempDirName: join(workFolder, 'sandbox'),
    }).runMutationTest();
    writeFileSync(`${name}.txt`, survivorsOf(results));
    return results;
  } finally {
    removeWorkFolder();
    cleanups.delete(removeWorkFolder);
  }
}

/** @returns one line for each mutant that no test detected: its location, the original code and the replacement. */
function survivorsOf(results: readonly MutantResult[]): string {
  const sources = new Map<string, readonly string[]>();
  const lines: string[] = [];
  for (const { fileName, status, location: range, mutatorName, replacement } of results) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const source = sources.get(fileName) ?? readFileSync(fileName, 'utf8').split('\n');
    sources.set(fileName, source);
    const { line, column } = range.start;
    const location = `${relative(root, fileName)}:${line}:${column}`;
    lines.push(
      `${location} ${status} ${mutatorName}: ${source[line - 1]?.trim()} → ${replacement.replaceAll(/\s+/g, ' ')}`,
    );
  }
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}

function tableOf(results: Readonly<Record<string, FolderResult>>): string {
  const rows = Object.entries(results).map(([path, one]) =>
    [
      path.padEnd(34),
      `score ${one.score} %, minimum ${one.bar} %`,
      `${one.mutants} of ${one.total} mutants`,
      `${one.killed} killed, ${one.timeout} timed out, ${one.survived} survived, ${one.noCoverage} without a test, ${one.errors} errors`,
      `${one.seconds} s`,
    ].join('  '),
  );
  return `${rows.join('\n')}\n`;
}
