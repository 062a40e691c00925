// npm test: installs what is missing, then everything a change must pass, in the order that fails soonest.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { completeMachine, findPostgres } from './machine.mjs';
import {
  countEngines,
  counted,
  countPlaywright,
  countVitest,
  quietly,
  StepFailed,
  summary,
} from './steps.mjs';
import { ensureInstalled, root, runMain } from './toolchain.mjs';

const full = process.argv.includes('--full');
const resultsDir = join(root, 'test-results');
/** What all programs of the run log, for the scan at its end. */
const logs = join(resultsDir, 'logs');
const captured = {
  LOG_CAPTURE: logs,
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'scripts/log-scan/capture.mjs')).href}`,
};
/** Parts that this machine cannot run. */
const leftOut = [];
const resultsOf = (name) => join(resultsDir, `${name}.json`);

/** When the run began: a report from before is another run's. */
const startedMs = Date.now();

await runMain(async () => {
  const since = performance.now();
  ensureInstalled();
  const machine = completeMachine();
  if (machine.missing.length > 0) {
    process.stdout.write(
      `Missing: ${machine.missing.join(', ')}. What needs them will fail; install them by\n  ${machine.advice}\n\n`,
    );
  }
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(resultsDir, { recursive: true });
  try {
    for (const step of [
      checks,
      build,
      built,
      unit,
      service,
      ...(full ? [serviceOnEmbedded] : []),
      chromium,
      journeys,
      otherEngines,
      claims,
      logScan,
      fuzzAndFaults,
      ...(full ? [drill, upgrade, measures] : []),
    ]) {
      await step(machine);
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stdout.write(`\n${error.message}\n`);
    process.exitCode = error.exitCode;
  }
  if (leftOut.length > 0) process.stdout.write(`LEFT OUT: ${leftOut.join(', ')}\n`);
  process.stdout.write(`${Math.round((performance.now() - since) / 1000)} s\n${summary()}\n`);
});

/** Two lanes for two cores. @throws what the first failed one throws, when all have ended. */
async function inLanes(...running) {
  const lanes = await Promise.allSettled(running);
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
}

function checks() {
  return inLanes(lint(), quietly('types', 'node', ['scripts/types.mjs']));
}

async function lint() {
  await quietly('format', 'biome', ['check', '.']);
  await quietly('lint', 'oxlint', ['--type-aware', '--deny-warnings']);
  await quietly('imports', 'depcruise', [
    'packages',
    'apps',
    'e2e',
    'bench',
    'scripts',
    '--config',
    '.dependency-cruiser.cjs',
  ]);
  await quietly('file sizes', 'node', ['scripts/check-file-sizes.mjs']);
  await quietly('habits', 'node', ['scripts/check-habits.mjs']);
  await quietly('texts', 'node', ['scripts/check-texts.mjs']);
  await quietly('styles', 'node', ['scripts/check-styles.mjs']);
  await quietly('engines', 'node', ['scripts/engines/main.ts', 'sources']);
  await quietly('specification coverage', 'node', ['scripts/check-coverage.mjs']);
  await quietly('ASVS', 'node', ['scripts/check-asvs.mjs']);
  await quietly('secrets', 'node', ['scripts/check-secrets.mjs']);
  await quietly('lock file', 'node', ['scripts/complete-lock.mjs', '--check']);
}

function build() {
  return quietly('build', 'node', ['scripts/build-app.mjs']);
}

/** What is held of the build and of the native projects that contain it. */
function built({ missing, advice }) {
  need(missing.length === 0, 'native projects', advice);
  return inLanes(
    quietly('native projects', 'node', ['scripts/native-check/main.mjs']),
    quietly('engines of the build', 'node', ['scripts/engines/main.ts', 'output']),
  );
}

function unit() {
  return vitest({ name: 'unit', project: 'unit' });
}

/** On the oldest PostgreSQL that we support. */
async function service({ advice }) {
  const bin = findPostgres();
  need(bin, "service on Debian's PostgreSQL", advice);
  await vitest({ name: 'service', project: 'service', env: { TEST_POSTGRES_BIN: bin } });
}

/** The same tests on the embedded PostgreSQL, the newest. */
function serviceOnEmbedded() {
  return vitest({
    name: 'service on the embedded PostgreSQL',
    project: 'service',
    // What asks no database, or runs the embedded one itself, has run already.
    using: 'apps/server/testing/database.ts',
  });
}

async function chromium({ missing, advice }) {
  need(!missing.includes('chromium'), 'chromium', advice);
  await vitest({ name: 'chromium', project: 'chromium' });
}

async function journeys({ missing, advice }) {
  need(missing.length === 0, 'journeys', advice);
  const results = resultsOf('journeys');
  await counted({
    name: 'journeys',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    env: { ...captured, PLAYWRIGHT_JSON_OUTPUT_FILE: results, TEST_FULL: full ? '1' : '' },
    results,
    count: countPlaywright,
  });
}

/** The short journey in WebKit and Firefox; with --full all journeys, in all three engines. */
async function otherEngines({ missingEngines, adviceForEngines }) {
  if (missingEngines.length > 0) {
    process.stdout.write(
      `${'!'.repeat(80)}\nWEBKIT AND FIREFOX WERE LEFT OUT: ${missingEngines.join(', ')} missing; install by\n  ${adviceForEngines}\n${'!'.repeat(80)}\n`,
    );
    leftOut.push('WebKit and Firefox');
    return;
  }
  const chosen = full ? ['--full'] : ['--engine', 'webkit', '--engine', 'firefox'];
  await counted({
    name: 'WebKit and Firefox',
    command: 'node',
    args: ['e2e/engines/main.ts', ...chosen],
    results: resultsOf('engines'),
    count: countEngines,
  });
}

/** The tests that the documentation names have run above, and passed. */
function claims() {
  return quietly('claims', 'node', ['scripts/check-claims.mjs', '--since', String(startedMs)]);
}

/** No name, number, token, key or file name is in what the tests above had written down. */
function logScan() {
  return quietly('log scan', 'node', ['scripts/check-logs.mjs', logs]);
}

/** The short forms of what runs for an hour: `npm run -s fuzz`, `npm run -s faults`. */
function fuzzAndFaults() {
  return inLanes(
    quietly('fuzz', 'node', ['e2e/fuzz/main.ts', 'all', '--inputs', '5000', '--json']),
    quietly('faults', 'node', ['e2e/faults/main.ts', '--minutes', '0.5', '--seed', '5', '--json']),
  );
}

/** A deployment that is founded, destroyed, restored and upgraded by what the manual says. */
function drill() {
  return quietly('operations drill', 'node', ['e2e/drill/main.ts', '--json']);
}

/** This release takes over the data and the browser profile of an earlier one. */
function upgrade() {
  return quietly('upgrade from an earlier release', 'node', ['e2e/upgrade/main.ts', '--json']);
}

/** What takes long: the measured bars. */
async function measures() {
  await quietly('format speed', 'node', ['bench/src/main.ts', 'tdf', '--json']);
  await quietly('first screen', 'node', ['bench/src/main.ts', 'bundle', '--json']);
}

/** @param step - with `using`, only the tests that come to import this file. */
function vitest({ name, project, env, using }) {
  const results = resultsOf(name.replaceAll(/[^a-z]+/gi, '-'));
  return counted({
    name,
    command: 'vitest',
    args: [
      ...(using ? ['related', using] : []),
      '--run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
    ],
    env: { ...captured, ...env, TEST_FULL: full ? '1' : '' },
    results,
    count: countVitest,
  });
}

function need(isThere, name, advice) {
  if (isThere) return;
  process.stdout.write(`✗ ${name}: something it needs is missing; install it by\n  ${advice}\n`);
  throw new StepFailed(name, 1);
}
