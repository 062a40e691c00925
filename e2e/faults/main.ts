import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { help, type RunOptions, readArguments, UsageError } from './arguments.ts';
import { atExit } from './at-exit.ts';
import { invariants } from './check-all.ts';
import { type Journal, newJournal, type Violation } from './journal.ts';
import { randomOf } from './random.ts';
import { addCalls, countViolations, type FaultStatistics, summariesOf, type Totals } from './report.ts';
import { type RoundOptions, type RoundResult, runRound } from './round.ts';
import { seededDamages } from './seeded-damage.ts';

/** A run has several rounds, each with a new database and the other kind of store. */
const maxRoundMs = 5 * 60_000;

const log = (line: string) => void process.stderr.write(`${line}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  const options = readArguments(process.argv.slice(2), () => randomInt(2 ** 31));
  if (options === undefined) process.stdout.write(help);
  else process.exitCode = await run(options);
} catch (error) {
  log(
    error instanceof UsageError
      ? `${error.message}; see --help`
      : String(error instanceof Error ? error.stack : error),
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
// Sockets of a broken connection must not keep the process alive.
process.exit();

async function run(options: RunOptions): Promise<number> {
  const { seed, minutes, damage } = options;
  const evidenceFolder = mkdtempSync(join(tmpdir(), `sealflow-faults-seed-${seed}-`));
  let hasViolations = false;
  atExit(() => {
    if (!hasViolations) rmSync(evidenceFolder, { recursive: true, force: true });
  });
  const startedAt = performance.now();
  log(`seed ${seed}, ${minutes} minutes; evidence in ${evidenceFolder} if an invariant is violated`);
  const durationMs = minutes * 60_000;
  const rounds = durationMs < 45_000 ? 1 : Math.max(2, Math.ceil(durationMs / maxRoundMs));
  const statistics = new Map<string, FaultStatistics>();
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
    const logs = join(evidenceFolder, `round-${index + 1}`);
    mkdirSync(logs);
    log(
      `round ${index + 1} of ${rounds}: files in ${storeKind === 's3' ? 'an S3 store' : 'a shared folder'}`,
    );
    const round: RoundOptions = {
      storeKind,
      nodes: options.nodes,
      durationMs: durationMs / rounds,
      names: options.only,
      random: randomOf(seed).branch(`round ${index}`),
      postgres: options.postgres,
      damage,
      logs,
      log,
      statistics,
      notRun,
    };
    const result = await runRound(round).catch(failedRound);
    addCalls(totals, result.journal.calls);
    addJournal(totals, result.journal);
    slowestSettle = Math.max(slowestSettle, result.settledMs);
    violations.push(...result.violations);
    hasViolations ||= violations.length > 0;
    writeFileSync(join(logs, 'violations.json'), JSON.stringify(result.violations, null, 1));
    if (result.violations.length > 0)
      writeFileSync(join(logs, 'journal.json'), JSON.stringify(result.journal, replacer, 1));
    log(
      `round ${index + 1}: settled after ${Math.round(result.settledMs)} ms; ${result.violations.length} violations`,
    );
  }
  const violationCounts = countViolations(violations);
  const report = {
    seed,
    minutes,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    rounds,
    calls: totals.calls,
    byStatus: totals.byStatus,
    noted: totals.noted,
    faults: summariesOf(statistics),
    notRun: Object.fromEntries(notRun),
    planted: damage
      ? { name: damage, isFound: seededDamages[damage].violatedInvariant in violationCounts }
      : null,
    slowestSettleMs: Math.round(slowestSettle),
    invariants: { checked: invariants.length, broken: violationCounts },
    evidence: violations.length > 0 ? evidenceFolder : null,
  };
  print(report, violations, options.json);
  if (report.planted) log(`The seeded damage was ${report.planted.isFound ? '' : 'NOT '}found.`);
  return violations.length === 0 ? 0 : 1;
}

/** A round that could not complete proves nothing. The other rounds continue. */
function failedRound(error: unknown): RoundResult {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    journal: newJournal(),
    violations: [{ invariant: 'rounds-end', description }],
    settledMs: 0,
  };
}

function addJournal({ noted }: Totals, journal: Journal): void {
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
  report: object & { faults: ReturnType<typeof summariesOf> },
  violations: readonly Violation[],
  json: boolean,
): void {
  const { faults, ...rest } = report;
  for (const [name, { times, medianMs, maxMs }] of Object.entries(faults)) {
    log(
      `${name.padEnd(20)} ${String(times).padStart(4)} times   recovered after ${medianMs ?? '-'} ms (median), ${maxMs ?? '-'} ms (longest)`,
    );
  }
  log(JSON.stringify(rest, null, 1));
  for (const { invariant, description } of violations.slice(0, 40))
    log(`VIOLATED ${invariant}: ${description}`);
  log(violations.length === 0 ? 'Every invariant held.' : `${violations.length} violations.`);
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
}

function replacer(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
