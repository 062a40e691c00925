// npm run -s engines -- [--json] [--full] [--engine NAME] [--repeat N]
// The journeys in WebKit, Firefox and Chromium: the short one, or with --full all of them and the table in
// docs/browsers.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/build-app.mjs';
import { installMissingPackages } from '../../scripts/system-packages.mjs';
import { childEnvironment, root, runMain, ScriptError } from '../../scripts/toolchain.mjs';
import { type Engine, engines } from './engine.ts';
import { versionOf } from './engine-version.ts';
import { type JourneyResult, journeysOf, type PlaywrightReport } from './report.ts';
import { writeTable } from './table.ts';

type EngineResult = {
  readonly version: string;
  readonly journeys: number;
  readonly passed: number;
  readonly failed: readonly string[];
};

/** @throws {ScriptError} if the engine is not installed. */
function requireVersion(engine: Engine): string {
  const version = versionOf(engine);
  if (version === undefined)
    throw new ScriptError(`${engine} is not installed: ${installMissingPackages().engineInstallCommand}`);
  return version;
}

/** Runs the journeys in one engine and writes the results to `test-results/engines-<engine>.json`. */
async function run(engine: Engine, options: Options): Promise<readonly JourneyResult[]> {
  const results = join(root, 'test-results', `engines-${engine}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(results, { force: true });
  const child = spawn(
    'playwright',
    [
      'test',
      '--config=e2e/engines/playwright.config.ts',
      `--reporter=${options.json ? 'json' : 'list,json'}`,
      `--repeat-each=${options.repeat}`,
      ...(options.isParallel ? ['--workers=1'] : []),
      ...(options.full ? [] : ['--grep=@short']),
    ],
    {
      cwd: root,
      stdio: ['ignore', options.json ? 'ignore' : 'inherit', 'inherit'],
      env: childEnvironment({ E2E_ENGINE: engine, PLAYWRIGHT_JSON_OUTPUT_FILE: results }),
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGINT'));
  await once(child, 'close');
  if (!existsSync(results))
    throw new ScriptError(`Playwright wrote no results for ${engine}: it was ended early`);
  return journeysOf(JSON.parse(readFileSync(results, 'utf8')) as PlaywrightReport);
}

type Options = {
  readonly json: boolean;
  readonly full: boolean;
  readonly repeat: number;
  /** Several engines run at the same time, each with one worker, which has a service of its own. */
  readonly isParallel: boolean;
};

async function runAll(chosen: readonly Engine[], options: Options) {
  if (options.isParallel) return Promise.all(chosen.map((engine) => run(engine, options)));
  const results: (readonly JourneyResult[])[] = [];
  for (const engine of chosen) results.push(await run(engine, options));
  return results;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      engine: { type: 'string', multiple: true, default: [...engines] },
      repeat: { type: 'string', default: '1' },
    },
  });
  const unknown = values.engine.filter((name) => !engines.some((engine) => engine === name));
  if (unknown.length > 0)
    throw new ScriptError(`unknown engine ${unknown.join(', ')}: ${engines.join(', ')}`);
  const chosen = engines.filter((engine) => values.engine.includes(engine));
  const { json, full } = values;
  const options = { json, full, repeat: Number(values.repeat), isParallel: !full && chosen.length > 1 };

  installMissingPackages();
  ensureBuilt();
  const summary: Partial<Record<Engine, EngineResult>> = {};
  const byEngine = new Map<Engine, readonly JourneyResult[]>();
  const versions = chosen.map(requireVersion);
  const results = await runAll(chosen, options);
  for (const [index, engine] of chosen.entries()) {
    const version = versions[index] ?? '';
    const journeys = results[index] ?? [];
    const ran = journeys.filter(({ outcome }) => outcome !== 'left out');
    byEngine.set(engine, journeys);
    summary[engine] = {
      version,
      journeys: ran.length,
      passed: ran.filter(({ outcome }) => outcome === 'passed').length,
      failed: ran.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title),
    };
  }
  if (options.full && chosen.length === engines.length) writeTable(byEngine, summary);
  const engineResults = Object.values(summary);
  writeFileSync(join(root, 'test-results', 'engines.json'), JSON.stringify(summary));
  if (values.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else
    for (const [engine, { version, journeys, passed, failed }] of Object.entries(summary))
      process.stdout.write(
        `${engine} ${version}: ${passed} of ${journeys}${failed.length > 0 ? `; failed: ${failed.join('; ')}` : ''}\n`,
      );
  const isGood = engineResults.every(({ journeys, passed }) => journeys > 0 && passed === journeys);
  process.exitCode = isGood ? 0 : 1;
});
