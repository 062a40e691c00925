// Runs the steps of `npm test`, prints the duration of each, and adds up their test results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { childEnvironment, root } from './toolchain.mjs';

const formatSeconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const totals = { passed: 0, failed: 0, skipped: 0 };

/** @returns {string} the sum of the results of all steps so far. */
export function formatTotals() {
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  return `${totals.passed} passed, ${totals.failed} failed${skipped}`;
}

/** A step failed. Its output has already been printed. */
export class StepFailed extends Error {
  constructor(name, exitCode) {
    super(`${name} failed`);
    this.exitCode = exitCode || 1;
  }
}

/**
 * Runs a command and prints its output only if it fails.
 * @throws {StepFailed}
 */
export async function runCheck(name, command, args, env) {
  const since = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: childEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const exitCode = await waitForExit(child);
  process.stdout.write(`${exitCode === 0 ? '✓' : '✗'} ${name}  ${formatSeconds(since)}\n`);
  if (exitCode === 0) return;
  process.stdout.write(`${output}\n`);
  throw new StepFailed(name, exitCode);
}

/**
 * Runs a test command, prints its output, and adds the results in its results file to the totals.
 * @throws {StepFailed} if the command fails, writes no results, or ran no test.
 */
export async function runTests({ name, command, args, env, resultsFile, countResults }) {
  const since = performance.now();
  process.stdout.write(`▸ ${name}\n`);
  rmSync(resultsFile, { force: true });
  const exitCode = await waitForExit(
    spawn(command, args, { cwd: root, env: childEnvironment(env), stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const counts = existsSync(resultsFile)
    ? countResults(JSON.parse(readFileSync(resultsFile, 'utf8')))
    : undefined;
  for (const key of Object.keys(totals)) totals[key] += counts?.[key] ?? 0;
  const hasPassed = exitCode === 0 && counts !== undefined && counts.failed === 0 && counts.passed > 0;
  process.stdout.write(`${hasPassed ? '✓' : '✗'} ${name}  ${formatSeconds(since)}\n\n`);
  if (!hasPassed) throw new StepFailed(name, exitCode);
}

const runningChildren = new Set();

// An interrupted run interrupts its child processes, because a remaining browser or service would disturb the next run.
// The signal is SIGINT, because Playwright closes its service only on SIGINT. In a terminal Ctrl-C already sends SIGINT to
// the whole process group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of runningChildren) child.kill('SIGINT');
  });
}

async function waitForExit(child) {
  runningChildren.add(child);
  const [exitCode] = await once(child, 'close');
  runningChildren.delete(child);
  return exitCode ?? 1;
}

/** Counts the results of Vitest's JSON reporter. */
export const countVitestResults = (json) => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
  skipped: json.numPendingTests + json.numTodoTests,
});

/** Counts the results of `npm run -s engines`, which have one entry per engine. */
export const countEngineResults = (json) => {
  const entries = Object.values(json);
  const sumOf = (pick) => entries.reduce((sum, entry) => sum + pick(entry), 0);
  return { passed: sumOf(({ passed }) => passed), failed: sumOf(({ failed }) => failed.length), skipped: 0 };
};

/** Counts the results of Playwright's JSON reporter. */
export const countPlaywrightResults = ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
});
