import { setTimeout as pause } from 'node:timers/promises';
import { checkAll, checkDeadTokens } from './check-all.ts';
import { clientOf } from './client.ts';
import type { Fault } from './fault-list.ts';
import { type Begun, type FaultName, faults } from './fault-list.ts';
import { type Journal, newJournal, type Violation } from './journal.ts';
import { startLoad } from './load.ts';
import { ownNow } from './own-time.ts';
import { openPlace, type Place, type StoreKind } from './place.ts';
import { planOf, type Step } from './plan.ts';
import { type PlantName, plants } from './plants.ts';
import type { Random } from './random.ts';
import { recover, recoveryLimitMs } from './recovery.ts';
import type { FaultFigures } from './report.ts';
import { settle } from './settle.ts';
import { fillTown } from './town.ts';

export interface RoundOptions {
  readonly storeKind: StoreKind;
  readonly nodes: number;
  readonly forMs: number;
  readonly names: readonly FaultName[];
  readonly random: Random;
  readonly postgres: string | undefined;
  readonly plant: PlantName | undefined;
  readonly logs: string;
  readonly say: (line: string) => void;
  readonly figures: Map<string, FaultFigures>;
  /** Faults that cannot be here, with the reason. */
  readonly notRun: Map<string, string>;
}

export interface RoundResult {
  readonly journal: Journal;
  readonly violations: readonly Violation[];
  readonly settledMs: number;
}

/** One life of a whole service: it is set up, used, broken and mended for a while, and looked at when all has come to rest. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { storeKind, random, logs, say, nodes, postgres } = options;
  const place = await openPlace({ storeKind, nodes, postgresBin: postgres, logs, fill: fillTown });
  const journal = newJournal();
  try {
    const client = clientOf(place.nodes, journal, random.branch('client'));
    const load = await startLoad({ place, client, journal, random: random.branch('load') });
    const canary = load.followers[0]?.device;
    if (!canary) throw new Error('there is nobody to look whether it works');
    const names = possible(place, options);
    const until = ownNow() + options.forMs;
    for (const step of planOf(random.branch('plan'), { names, forMs: options.forMs })) {
      // What it took to work again is part of the time: people were at work all along.
      if (ownNow() + step.calmMs + step.forMs > until) break;
      await pause(step.calmMs);
      const mendedFrom = await strike(place, step, options);
      const tookMs = await recover({ client, device: canary, since: mendedFrom });
      if (tookMs === undefined) {
        journal.violations.push({
          invariant: 'nodes-recover',
          what: `after ${step.faults.join(' and ')} not all nodes worked within ${recoveryLimitMs / 1000} s`,
        });
      }
      for (const name of step.faults) note(options.figures, name, tookMs);
      say(
        `${step.faults.join(' + ')} for ${step.forMs} ms: works again after ${tookMs === undefined ? 'too long' : `${Math.round(tookMs)} ms`}`,
      );
      journal.violations.push(...(await checkDeadTokens(load, 0)));
    }
    await load.end();
    const { tookMs, left } = await settle(place.direct.pool);
    for (const [what, n] of Object.entries(left)) {
      journal.violations.push({
        invariant: 'work-settles',
        what: `${n} left of ${what} after ${Math.round(tookMs / 1000)} s`,
        evidence: await leftRows(place),
      });
    }
    if (options.plant)
      say(
        `planted: ${(await plants[options.plant].damage(place, journal)) ?? 'nothing, for there is nothing to damage'}`,
      );
    const violations = [...journal.violations, ...(await checkAll(place, load))];
    await load.close();
    return { journal, violations: [...new Set(violations)], settledMs: tookMs };
  } finally {
    await place.close();
  }
}

async function leftRows({ direct: { pool } }: Place): Promise<unknown> {
  const { rows } = await pool.query(
    `select name, state, retry_count, start_after, output, data from pgboss.job where state in ('created', 'retry', 'active') limit 20`,
  );
  return rows;
}

function possible(place: Place, { names, storeKind, notRun }: RoundOptions): FaultName[] {
  return names.filter((name) => {
    const fault: Fault = faults[name];
    if (fault.store !== undefined && fault.store !== storeKind) return false;
    const why = fault.missing?.(place);
    if (why !== undefined) notRun.set(name, why);
    return why === undefined;
  });
}

/** @returns when mending began, on the clock of `ownNow`. */
async function strike(place: Place, step: Step<FaultName>, { random, say }: RoundOptions): Promise<number> {
  const begun: Begun[] = [];
  let mendedFrom = 0;
  try {
    for (const name of step.faults) {
      const one = await faults[name].begin(place, random.branch(`${name}:${step.forMs}`));
      begun.push(one);
      say(`  ${name}: ${one.target}`);
    }
    await pause(step.forMs);
    mendedFrom = ownNow();
  } finally {
    // A node that comes back needs what it stands on: each waits for the others by itself.
    await Promise.all(begun.map(({ heal }) => heal()));
  }
  return mendedFrom;
}

function note(figures: Map<string, FaultFigures>, name: string, tookMs: number | undefined): void {
  const figure = figures.get(name) ?? { times: 0, recoveries: [] };
  figure.times += 1;
  if (tookMs !== undefined) figure.recoveries.push(tookMs);
  figures.set(name, figure);
}
