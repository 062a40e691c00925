import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseCost, DatabaseWatch } from './database-cost.ts';
import { runAll } from './server-database.ts';
import type { Program } from './server-programs.ts';
import { median, rounded } from './stats.ts';

/** The cost of one call, or of one unit of it if the call has units. `rowsScanned` and `ms` are always per call. */
export interface CallCost {
  readonly nodeCpuMs: number;
  readonly databaseCpuMs: number;
  readonly statements: number;
  readonly walBytes: number;
  readonly rowsWritten: number;
  /** Sequential scans of large tables. Their cost grows with the table. */
  readonly rowsScanned: Readonly<Record<string, number>>;
  readonly rowsFound: number;
  /** Growth of tables and indexes in whole pages, inaccurate for few calls. */
  readonly storedBytes: number;
  /** The median response time while `atOnce` calls are in progress. */
  readonly ms: number;
}

export interface CallKind {
  /** The number of calls, after a warm-up of a tenth of them. */
  readonly count: number;
  readonly atOnce?: number;
  /** The number of units in a call: MiB of a file, recipients of a message. */
  readonly units?: number;
  /** @param number - distinct for each call, from 0 on. */
  readonly one: (number: number) => Promise<unknown>;
}

interface MeasuredProcesses {
  readonly node: Program;
  readonly database: DatabaseWatch;
  readonly url: string;
}

interface Reading {
  readonly node: number;
  readonly cost: DatabaseCost;
  readonly at: number;
}

/** Measures the processor time of whole processes, minus their idle use. */
export class CostMeter {
  private readonly watched: MeasuredProcesses;
  private idle = { node: 0, database: 0, statements: 0, walBytes: 0 };

  constructor(watched: MeasuredProcesses) {
    this.watched = watched;
  }

  /** The idle use of a node and its database per second, in ms of processor time. */
  get idleCost() {
    return { nodeCpuMs: rounded(this.idle.node * 1000), databaseCpuMs: rounded(this.idle.database * 1000) };
  }

  /** Measures the idle use. */
  async measureIdle(seconds: number): Promise<void> {
    await this.waitForBackgroundWork();
    const before = await this.read();
    await pause(seconds * 1000);
    const after = await this.read();
    this.idle = {
      node: (after.node - before.node) / seconds,
      database: (after.cost.cpu - before.cost.cpu) / seconds,
      statements: (after.cost.statements - before.cost.statements) / seconds,
      walBytes: (after.cost.walBytes - before.cost.walBytes) / seconds,
    };
  }

  async measure({ count, atOnce = 4, units = 1, one }: CallKind): Promise<CallCost> {
    const warmUp = Math.ceil(count / 10);
    await runConcurrently(atOnce, 0, warmUp, one);
    await this.waitForBackgroundWork();
    // Analyses the tables, as the server does within a minute. Otherwise it assumes that they are empty.
    await runAll(this.watched.url, ['analyze']);
    const before = await this.read();
    const times = await runConcurrently(atOnce, warmUp, warmUp + count, one);
    await this.waitForBackgroundWork();
    const after = await this.read();
    const seconds = (after.at - before.at) / 1000;
    const perUnit = (valueOf: (cost: DatabaseCost) => number, idle = 0) =>
      Math.max(0, valueOf(after.cost) - valueOf(before.cost) - idle * seconds) / count / units;
    const node = Math.max(0, after.node - before.node - this.idle.node * seconds) / count / units;
    return {
      nodeCpuMs: rounded(node * 1000),
      databaseCpuMs: rounded(perUnit(({ cpu }) => cpu, this.idle.database) * 1000),
      statements: rounded(
        perUnit(({ statements }) => statements, this.idle.statements),
        1,
      ),
      walBytes: Math.round(perUnit(({ walBytes }) => walBytes, this.idle.walBytes)),
      rowsWritten: rounded(
        perUnit(({ rowsWritten }) => rowsWritten),
        1,
      ),
      rowsScanned: scansOf(before.cost, after.cost, count),
      rowsFound: rounded(
        perUnit(({ rowsFound }) => rowsFound),
        1,
      ),
      storedBytes: Math.round(perUnit(({ bytes }) => bytes)),
      ms: rounded(median(times), 1),
    };
  }

  private async read(): Promise<Reading> {
    const cost = await this.watched.database.read();
    return { node: this.watched.node.cpu(), cost, at: performance.now() };
  }

  /** Waits for the background work of the calls: jobs, the links of audit records to their chain, pushes. */
  private async waitForBackgroundWork(): Promise<void> {
    const client = new Client({ connectionString: this.watched.url });
    client.on('error', () => {});
    await client.connect();
    try {
      for (;;) {
        const { rows } = await client.query<{ open: boolean }>(`select
          exists (select from pgboss.job where state in ('created', 'active') and start_after <= now())
            or exists (select from batched_jobs) or exists (select from audit_pending) or exists (select from message_fanout) as open`);
        if (!rows[0]?.open) return;
        await pause(50);
      }
    } finally {
      await client.end();
    }
  }
}

/** Scans of fewer rows per call are not reported: for a small table a sequential scan is the fastest plan. */
const minScannedRows = 100;

function scansOf(before: DatabaseCost, after: DatabaseCost, count: number): Record<string, number> {
  const rowsPerCall = Object.entries(after.rowsScanned).map(([table, rows]) => [
    table,
    Math.round((rows - (before.rowsScanned[table] ?? 0)) / count),
  ]);
  return Object.fromEntries(rowsPerCall.filter(([, rows]) => Number(rows) >= minScannedRows));
}

async function runConcurrently(
  lanes: number,
  from: number,
  to: number,
  one: (number: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let next = from;
  const lane = async () => {
    for (let number = next++; number < to; number = next++) {
      const begun = performance.now();
      await one(number);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return times;
}
