// Runs the steps of the tests, says how long each took, and adds up what passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { environment, root } from './toolchain.mjs';

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const totals = { passed: 0, failed: 0, skipped: 0 };

/** @returns the sum of all results read so far. */
export function summary() {
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  return `${totals.passed} passed, ${totals.failed} failed${skipped}`;
}

/** A step broke; its output has been shown. */
export class StepFailed extends Error {
  constructor(name, code) {
    super(`${name} failed`);
    this.exitCode = code || 1;
  }
}

/** A command whose output matters only where it fails. */
export async function quietly(name, command, args) {
  const since = performance.now();
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await codeOf(child);
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}  ${seconds(since)}\n`);
  if (code === 0) return;
  process.stdout.write(`${output}\n`);
  throw new StepFailed(name, code);
}

/** A command that shows what it does and leaves its results in a file. */
export async function counted({ name, command, args, env, results, count }) {
  const since = performance.now();
  process.stdout.write(`▸ ${name}\n`);
  rmSync(results, { force: true });
  const code = await codeOf(
    spawn(command, args, { cwd: root, env: environment(env), stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const result = existsSync(results) ? count(JSON.parse(readFileSync(results, 'utf8'))) : undefined;
  for (const key of Object.keys(totals)) totals[key] += result?.[key] ?? 0;
  const isGood = code === 0 && result !== undefined && result.failed === 0 && result.passed > 0;
  process.stdout.write(`${isGood ? '✓' : '✗'} ${name}  ${seconds(since)}\n\n`);
  if (!isGood) throw new StepFailed(name, code);
}

const running = new Set();

// Whoever ends the tests ends what they started: a browser or a service left behind would disturb the next run.
// Playwright ends its service at SIGINT alone; in a terminal Ctrl-C has brought it that already.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => {
    if (name === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of running) child.kill('SIGINT');
  });
}

async function codeOf(child) {
  running.add(child);
  const [code] = await once(child, 'close');
  running.delete(child);
  return code ?? 1;
}

export const countVitest = (json) => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
  skipped: json.numPendingTests + json.numTodoTests,
});

/** The summary of `npm run -s engines`: one entry an engine. */
export const countEngines = (json) => {
  const entries = Object.values(json);
  const sumOf = (pick) => entries.reduce((sum, entry) => sum + pick(entry), 0);
  return { passed: sumOf(({ passed }) => passed), failed: sumOf(({ failed }) => failed.length), skipped: 0 };
};

export const countPlaywright = ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
});
