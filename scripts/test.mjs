// npm test: installs missing packages, then runs every check and test that a change must pass. Fast steps run first.
//   npm test -- --full   also runs the long tests and the benchmarks, as `npm run test:full` does
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPostgres, installMissingPackages } from './system-packages.mjs';
import {
  countEngineResults,
  countPlaywrightResults,
  countVitestResults,
  formatTotals,
  runCheck,
  runTests,
  StepFailed,
} from './test-steps.mjs';
import { ensureInstalled, rareCollections, root, runMain } from './toolchain.mjs';

const isFull = process.argv.includes('--full');
const resultsDir = join(root, 'test-results');
/** The folder with the captured logs of all test programs. The step `log scan` searches it. */
const logsDir = join(resultsDir, 'logs');
/** Environment variables that capture the logs of a test program. */
const logCaptureVariables = {
  LOG_CAPTURE: logsDir,
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'scripts/log-scan/capture.mjs')).href}`,
};
/** Tests that did not run because this machine lacks packages for them. */
const notRun = [];
const resultsFileOf = (name) => join(resultsDir, `${name}.json`);

/** Half of the cores of this machine, for a step that runs beside another one. */
const halfOfCores = String(Math.max(1, Math.floor(availableParallelism() / 2)));

/** The start of the run. The step `cited tests` rejects test reports that are older. */
const startedMs = Date.now();

await runMain(async () => {
  const since = performance.now();
  ensureInstalled();
  const packages = installMissingPackages();
  if (packages.missing.length > 0) {
    process.stdout.write(
      `Missing packages: ${packages.missing.join(', ')}. The steps that need them will fail. To install them:\n  ${packages.installCommand}\n\n`,
    );
  }
  rmSync(logsDir, { recursive: true, force: true });
  mkdirSync(resultsDir, { recursive: true });
  try {
    for (const step of [
      checkAndBuild,
      checkBuild,
      testUnits,
      testService,
      ...(isFull ? [testServiceOnEmbeddedPostgres] : []),
      testInChromium,
      testJourneys,
      testOtherEnginesAndInjectFaults,
      checkCitedTests,
      scanLogs,
      ...(isFull ? [drillOperations, testUpgrade, runBenchmarks] : []),
    ]) {
      await step(packages);
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stdout.write(`\n${error.message}\n`);
    process.exitCode = error.exitCode;
  }
  if (notRun.length > 0) process.stdout.write(`NOT RUN: ${notRun.join(', ')}\n`);
  process.stdout.write(`${Math.round((performance.now() - since) / 1000)} s\n${formatTotals()}\n`);
});

/**
 * Runs steps at the same time, one per core of a machine with two cores.
 * @param {Promise<void>[]} steps - started steps.
 * @throws the error of the first failed step, after all steps have ended.
 */
async function inParallel(...steps) {
  const results = await Promise.allSettled(steps);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Checks the sources and builds the app. Both parts take the same time. */
function checkAndBuild() {
  return inParallel(lintAndBuild(), checkTypesAndImports());
}

async function lintAndBuild() {
  await runCheck('format', 'biome', ['check', '.']);
  // Each thread derives the types for itself.
  await runCheck('lint', 'oxlint', ['--type-aware', '--deny-warnings'], {
    GOMAXPROCS: halfOfCores,
    ...rareCollections,
  });
  await runCheck('file sizes', 'node', ['scripts/check-file-sizes.mjs']);
  await runCheck('habits', 'node', ['scripts/check-habits.mjs']);
  await runCheck('texts', 'node', ['scripts/check-texts.mjs']);
  await runCheck('styles', 'node', ['scripts/check-styles.mjs']);
  await runCheck('specification coverage', 'node', ['scripts/check-coverage.mjs']);
  await runCheck('ASVS', 'node', ['scripts/check-asvs.mjs']);
  await runCheck('secrets', 'node', ['scripts/check-secrets.mjs']);
  await runCheck('figures', 'node', ['bench/src/figures/main.ts', '--check']);
  await runCheck('lock file', 'node', ['scripts/complete-lock.mjs', '--check']);
  await runCheck('build', 'node', ['scripts/build-app.mjs']);
}

async function checkTypesAndImports() {
  await runCheck('types', 'node', ['scripts/types.mjs']);
  await runCheck('imports', 'depcruise', [
    'packages',
    'apps',
    'e2e',
    'bench',
    'scripts',
    '--config',
    '.dependency-cruiser.cjs',
  ]);
  await runCheck('engines', 'node', ['scripts/engines/main.ts', 'sources']);
}

/** Checks the native projects and the built files of the app. */
function checkBuild({ missing, installCommand }) {
  requirePackages({ areInstalled: missing.length === 0, step: 'native projects', installCommand });
  return inParallel(
    runCheck('native projects', 'node', ['scripts/native-check/main.mjs']),
    runCheck('engines of the build', 'node', ['scripts/engines/main.ts', 'output']),
  );
}

function testUnits() {
  return runVitest({ name: 'unit', projects: ['rules', 'unit'] });
}

/** Uses Debian's PostgreSQL, the oldest supported version. */
async function testService({ installCommand }) {
  const bin = findPostgres();
  requirePackages({ areInstalled: Boolean(bin), step: "service on Debian's PostgreSQL", installCommand });
  await runVitest({ name: 'service', projects: ['service'], env: { TEST_POSTGRES_BIN: bin } });
}

/** Repeats the service tests that use a database on the embedded PostgreSQL, the newest version. */
function testServiceOnEmbeddedPostgres() {
  return runVitest({
    name: 'service on the embedded PostgreSQL',
    projects: ['service'],
    relatedTo: 'apps/server/testing/database.ts',
  });
}

async function testInChromium({ missing, installCommand }) {
  requirePackages({ areInstalled: !missing.includes('chromium'), step: 'chromium', installCommand });
  await runVitest({ name: 'chromium', projects: ['chromium', 'app'] });
}

async function testJourneys({ missing, installCommand, missingEnginePackages }) {
  requirePackages({ areInstalled: missing.length === 0, step: 'journeys', installCommand });
  const resultsFile = resultsFileOf('journeys');
  await runTests({
    name: 'journeys',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: {
      ...logCaptureVariables,
      PLAYWRIGHT_JSON_OUTPUT_FILE: resultsFile,
      TEST_FULL: isFull ? '1' : '',
      E2E_OTHER_ENGINES: missingEnginePackages.length === 0 ? '1' : '',
    },
    resultsFile,
    countResults: countPlaywrightResults,
  });
}

/** The injected faults take a fixed time and half of a core. */
function testOtherEnginesAndInjectFaults(packages) {
  return inParallel(testOtherEngines(packages), injectFaultsAndFuzz());
}

/** Runs the short journey in WebKit and Firefox, or with `--full` all journeys in all three engines. */
async function testOtherEngines({ missingEnginePackages, engineInstallCommand }) {
  if (missingEnginePackages.length > 0) {
    process.stdout.write(
      `${'!'.repeat(80)}\nWEBKIT AND FIREFOX DID NOT RUN. Missing packages: ${missingEnginePackages.join(', ')}. To install them:\n  ${engineInstallCommand}\n${'!'.repeat(80)}\n`,
    );
    notRun.push('WebKit and Firefox');
    return;
  }
  const selection = isFull ? ['--full'] : ['--engine', 'webkit', '--engine', 'firefox'];
  await runTests({
    name: 'WebKit and Firefox',
    command: 'node',
    args: ['e2e/engines/main.ts', ...selection],
    resultsFile: resultsFileOf('engines'),
    countResults: countEngineResults,
  });
}

/** Requires that each test that the documentation cites ran in the steps above and passed. */
function checkCitedTests() {
  return runCheck('cited tests', 'node', ['scripts/check-cited-tests.mjs', '--since', String(startedMs)]);
}

/** Requires that the captured logs contain no name, number, token, key or file name of the tests above. */
function scanLogs() {
  return runCheck('log scan', 'node', ['scripts/check-logs.mjs', logsDir]);
}

/**
 * Runs short forms of `npm run -s fuzz` and `npm run -s faults`, which can run for hours. The fuzzing comes last, because one engine
 * ends before the other.
 */
async function injectFaultsAndFuzz() {
  await runCheck('faults', 'node', ['e2e/faults/main.ts', '--minutes', '0.5', '--seed', '5', '--json']);
  await runCheck('fuzz', 'node', ['e2e/fuzz/main.ts', 'all', '--inputs', '5000', '--json']);
}

/** Creates, destroys, restores and upgrades a deployment with the commands of the manual. */
function drillOperations() {
  return runCheck('operations drill', 'node', ['e2e/drill/main.ts', '--json']);
}

/** Starts this release with the data and the browser profile of an earlier one. */
function testUpgrade() {
  return runCheck('upgrade from an earlier release', 'node', ['e2e/upgrade/main.ts', '--json']);
}

async function runBenchmarks() {
  await runCheck('format speed', 'node', ['bench/src/main.ts', 'tdf', '--json']);
  await runCheck('first screen', 'node', ['bench/src/main.ts', 'bundle', '--json']);
}

/** Runs projects of `vitest.config.ts`. With `relatedTo`, only the tests that import this file run. */
function runVitest({ name, projects, env, relatedTo }) {
  const resultsFile = resultsFileOf(name.replaceAll(/[^a-z]+/gi, '-'));
  return runTests({
    name,
    command: 'vitest',
    args: [
      ...(relatedTo ? ['related', relatedTo] : []),
      '--run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${resultsFile}`,
    ],
    env: { ...logCaptureVariables, ...env, TEST_FULL: isFull ? '1' : '' },
    resultsFile,
    countResults: countVitestResults,
  });
}

/** @throws {StepFailed} if the packages of a step are not installed. */
function requirePackages({ areInstalled, step, installCommand }) {
  if (areInstalled) return;
  process.stdout.write(`✗ ${step}: packages are missing. To install them:\n  ${installCommand}\n`);
  throw new StepFailed(step, 1);
}
