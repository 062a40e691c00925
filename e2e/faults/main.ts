import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { help, type RunOptions, readArguments, UsageError } from './arguments.ts';
import { atExit } from './at-exit.ts';
import { invariants } from './check-all.ts';
import { type Journal, newJournal, type Violation } from './journal.ts';
import { plants } from './plants.ts';
import { randomOf } from './random.ts';
import { addCalls, brokenIn, type FaultFigures, linesOf, type Totals } from './report.ts';
import { type RoundOptions, type RoundResult, runRound } from './round.ts';

/** No round is longer: the next begins with another database, and with the other kind of store. */
const longestRoundMs = 5 * 60_000;

const say = (line: string) => void process.stderr.write(`${line}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const options = readArguments(process.argv.slice(2), () => randomInt(2 ** 31));
  if (options === undefined) process.stdout.write(help);
  else process.exitCode = await run(options);
} catch (error) {
  say(
    error instanceof UsageError
      ? `${error.message}; --help says how`
      : String(error instanceof Error ? error.stack : error),
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
// Whatever of a broken line still waits holds up nobody.
process.exit();

async function run(options: RunOptions): Promise<number> {
  const { seed, minutes, plant } = options;
  const evidence = mkdtempSync(join(tmpdir(), `sealflow-faults-seed-${seed}-`));
  let isBroken = false;
  atExit(() => {
    if (!isBroken) rmSync(evidence, { recursive: true, force: true });
  });
  const begun = performance.now();
  say(`seed ${seed}, ${minutes} minutes; evidence in ${evidence} if anything breaks`);
  const forMs = minutes * 60_000;
  const rounds = forMs < 45_000 ? 1 : Math.max(2, Math.ceil(forMs / longestRoundMs));
  const figures = new Map<string, FaultFigures>();
  const notRun = new Map<string, string>();
  const violations: Violation[] = [];
  const totals: Totals = {
    calls: { asked: 0, acknowledged: 0, refused: 0, unknown: 0, givenUp: 0 },
    byStatus: {},
    noted: {},
  };
  let slowestSettle = 0;
  for (let index = 0; index < rounds; index += 1) {
    const storeKind = (index + seed) % 2 === 0 ? 's3' : 'folder';
    const logs = join(evidence, `round-${index + 1}`);
    mkdirSync(logs);
    say(
      `round ${index + 1} of ${rounds}: files in ${storeKind === 's3' ? 'an S3 store' : 'a shared folder'}`,
    );
    const round: RoundOptions = {
      storeKind,
      nodes: options.nodes,
      forMs: forMs / rounds,
      names: options.only,
      random: randomOf(seed).branch(`round ${index}`),
      postgres: options.postgres,
      plant,
      logs,
      say,
      figures,
      notRun,
    };
    const result = await runRound(round).catch(brokenOff);
    addCalls(totals, result.journal.calls);
    count(totals, result.journal);
    slowestSettle = Math.max(slowestSettle, result.settledMs);
    violations.push(...result.violations);
    isBroken ||= violations.length > 0;
    writeFileSync(join(logs, 'violations.json'), JSON.stringify(result.violations, null, 1));
    if (result.violations.length > 0)
      writeFileSync(join(logs, 'journal.json'), JSON.stringify(result.journal, replacer, 1));
    say(
      `round ${index + 1}: all at rest after ${Math.round(result.settledMs)} ms; ${result.violations.length} violations`,
    );
  }
  const broken = brokenIn(violations);
  const report = {
    seed,
    minutes,
    seconds: Math.round((performance.now() - begun) / 1000),
    rounds,
    calls: totals.calls,
    byStatus: totals.byStatus,
    noted: totals.noted,
    faults: linesOf(figures),
    notRun: Object.fromEntries(notRun),
    planted: plant ? { name: plant, isFound: plants[plant].caughtBy in broken } : null,
    slowestSettleMs: Math.round(slowestSettle),
    invariants: { checked: invariants.length, broken },
    evidence: violations.length > 0 ? evidence : null,
  };
  print(report, violations, options.json);
  if (report.planted) say(`The planted damage was ${report.planted.isFound ? '' : 'NOT '}found.`);
  return violations.length === 0 ? 0 : 1;
}

/** A round that could not be brought to its end proves nothing, and the others go on. */
function brokenOff(error: unknown): RoundResult {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { journal: newJournal(), violations: [{ invariant: 'rounds-end', what }], settledMs: 0 };
}

function count({ noted }: Totals, journal: Journal): void {
  for (const name of [
    'decisions',
    'flows',
    'flowActs',
    'uploads',
    'posts',
    'documents',
    'licences',
    'packages',
    'deadTokens',
  ] as const) {
    noted[name] = (noted[name] ?? 0) + journal[name].length;
  }
}

function print(
  report: object & { faults: ReturnType<typeof linesOf> },
  violations: readonly Violation[],
  json: boolean,
): void {
  const { faults, ...rest } = report;
  for (const [name, { times, medianMs, maxMs }] of Object.entries(faults)) {
    say(
      `${name.padEnd(20)} ${String(times).padStart(4)} times   works again after ${medianMs ?? '-'} ms (median), ${maxMs ?? '-'} ms (longest)`,
    );
  }
  say(JSON.stringify(rest, null, 1));
  for (const { invariant, what } of violations.slice(0, 40)) say(`BROKEN ${invariant}: ${what}`);
  say(violations.length === 0 ? 'Every invariant held.' : `${violations.length} violations.`);
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
}

function replacer(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
