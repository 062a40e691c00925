import { setTimeout as pause } from 'node:timers/promises';
import { checkAll, checkDeadTokens } from './check-all.ts';
import { clientOf } from './client.ts';
import { type Environment, openEnvironment, type StoreKind } from './environment.ts';
import type { Fault } from './fault-list.ts';
import { type ActiveFault, type FaultName, faults } from './fault-list.ts';
import { type Journal, newJournal, type Violation } from './journal.ts';
import { startLoad } from './load.ts';
import { type PlanStep, planOf } from './plan.ts';
import { processNow } from './process-clock.ts';
import type { Random } from './random.ts';
import { maxRecoveryMs, waitForRecovery } from './recovery.ts';
import type { FaultStatistics } from './report.ts';
import { type DamageName, seededDamages } from './seeded-damage.ts';
import { waitUntilSettled } from './settle.ts';
import { createTestTenants } from './test-tenants.ts';

export interface RoundOptions {
  readonly storeKind: StoreKind;
  readonly nodes: number;
  readonly durationMs: number;
  readonly names: readonly FaultName[];
  readonly random: Random;
  readonly postgres: string | undefined;
  readonly damage: DamageName | undefined;
  readonly logs: string;
  readonly log: (line: string) => void;
  readonly statistics: Map<string, FaultStatistics>;
  /** Faults that are impossible on this machine, with the reason. */
  readonly notRun: Map<string, string>;
}

export interface RoundResult {
  readonly journal: Journal;
  readonly violations: readonly Violation[];
  readonly settledMs: number;
}

/** Sets up a whole service, uses it under faults, and checks all invariants after it has settled. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { storeKind, random, logs, log, nodes, postgres } = options;
  const environment = await openEnvironment({
    storeKind,
    nodes,
    postgresBin: postgres,
    logs,
    prepareDatabase: createTestTenants,
  });
  const journal = newJournal();
  try {
    const client = clientOf(environment.nodes, journal, random.branch('client'));
    const load = await startLoad({ environment, client, journal, random: random.branch('load') });
    const canaryDevice = load.followers[0]?.device;
    if (!canaryDevice) throw new Error('there is no canary device');
    const names = availableFaults(environment, options);
    const deadline = processNow() + options.durationMs;
    for (const step of planOf(random.branch('plan'), { names, durationMs: options.durationMs })) {
      // Recovery times count as part of the duration, because the load continues meanwhile.
      if (processNow() + step.pauseMs + step.durationMs > deadline) break;
      await pause(step.pauseMs);
      const restoredAt = await injectFaults(environment, step, options);
      const tookMs = await waitForRecovery({ client, device: canaryDevice, restoredAt });
      if (tookMs === undefined) {
        journal.violations.push({
          invariant: 'nodes-recover',
          description: `after ${step.faults.join(' and ')} not all nodes recovered within ${maxRecoveryMs / 1000} s`,
        });
      }
      for (const name of step.faults) recordFault(options.statistics, name, tookMs);
      log(
        `${step.faults.join(' + ')} for ${step.durationMs} ms: recovered after ${tookMs === undefined ? 'too long' : `${Math.round(tookMs)} ms`}`,
      );
      journal.violations.push(...(await checkDeadTokens(load, 0)));
    }
    await load.finish();
    const { tookMs, remaining } = await waitUntilSettled(environment.direct.pool);
    for (const [kind, n] of Object.entries(remaining)) {
      journal.violations.push({
        invariant: 'work-settles',
        description: `${n} ${kind} remain after ${Math.round(tookMs / 1000)} s`,
        evidence: await openJobs(environment),
      });
    }
    if (options.damage)
      log(
        `seeded damage: ${(await seededDamages[options.damage].apply(environment, journal)) ?? 'none, because there is nothing to damage'}`,
      );
    const violations = [...journal.violations, ...(await checkAll(environment, load))];
    await load.close();
    return { journal, violations: [...new Set(violations)], settledMs: tookMs };
  } finally {
    await environment.close();
  }
}

async function openJobs({ direct: { pool } }: Environment): Promise<unknown> {
  const { rows } = await pool.query(
    `select name, state, retry_count, start_after, output, data from pgboss.job where state in ('created', 'retry', 'active') limit 20`,
  );
  return rows;
}

function availableFaults(environment: Environment, { names, storeKind, notRun }: RoundOptions): FaultName[] {
  return names.filter((name) => {
    const fault: Fault = faults[name];
    if (fault.store !== undefined && fault.store !== storeKind) return false;
    const reason = fault.unavailableReason?.(environment);
    if (reason !== undefined) notRun.set(name, reason);
    return reason === undefined;
  });
}

/** @returns when the restore began, on the clock of `processNow`. */
async function injectFaults(
  environment: Environment,
  step: PlanStep<FaultName>,
  { random, log }: RoundOptions,
): Promise<number> {
  const activeFaults: ActiveFault[] = [];
  let restoredAt = 0;
  try {
    for (const name of step.faults) {
      const activeFault = await faults[name].inject(environment, random.branch(`${name}:${step.durationMs}`));
      activeFaults.push(activeFault);
      log(`  ${name}: ${activeFault.target}`);
    }
    await pause(step.durationMs);
    restoredAt = processNow();
  } finally {
    // A restored part waits for the parts that it depends on.
    await Promise.all(activeFaults.map(({ restore }) => restore()));
  }
  return restoredAt;
}

function recordFault(
  statistics: Map<string, FaultStatistics>,
  name: string,
  tookMs: number | undefined,
): void {
  const statistic = statistics.get(name) ?? { times: 0, recoveriesMs: [] };
  statistic.times += 1;
  if (tookMs !== undefined) statistic.recoveriesMs.push(tookMs);
  statistics.set(name, statistic);
}
