import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type DatabaseCost, watchDatabase } from './database-cost.ts';
import type { Polled, Polling } from './scale-pollers.ts';
import { openTasks } from './server-database.ts';
import { decisions } from './server-decisions.ts';
import { moveToClientCore, type Program } from './server-programs.ts';
import { log } from './server-workspace.ts';
import { rounded } from './stats.ts';

/** Polls both counts once a minute, as section 7 defines. */
export const clients = 100_000;
const period = 60_000;
export const paths = [
  '/api/v1/tenants/t/user-flows?skip=0&limit=0&state=awaiting_approval',
  '/api/v1/tenants/t/user-tasks?skip=0&limit=0&state=awaiting&type=approval',
];
/** Decisions of all people in a working day of eight hours with an open app. */
const decisionsADay = 5;
const day = 8 * 3600;
const decisionPeriod = (day * 1000) / (clients * decisionsADay);

export interface Measured {
  /** The processor time of the database. */
  readonly url: string;
  readonly databasePid: number;
  readonly tokens: readonly string[];
  readonly start: (core?: null) => Promise<Program>;
}

/**
 * One node on one core: first a minute with cold caches, then a minute with warm caches and decisions in parallel,
 * then some seconds with one connection per turn.
 */
export async function measurePolling(measured: Measured, seconds: number) {
  const node = await measured.start();
  const pollers = startOnOtherCore('scale-pollers.ts');
  const database = await watchDatabase({ url: measured.url, pid: measured.databasePid });
  try {
    let first = 0;
    const poll = async (given: number, connections: Polling['connections'] = 'kept') => {
      const { tokens } = measured;
      const before = { cpu: node.cpu(), cost: await database.read(), at: performance.now(), cores: cores() };
      pollers.send({
        url: node.url,
        tokens,
        paths,
        period,
        seconds: given,
        connections,
        first,
      } satisfies Polling);
      const [polled] = (await nextMessage(pollers)) as [Polled];
      first = Math.round(first + (given * 1000 * tokens.length) / period) % tokens.length;
      const cost = await database.read();
      const took = (performance.now() - before.at) / 1000;
      const found = {
        ...roundedAll(polled),
        /** The utilisation of the node’s core. */
        busy: rounded((node.cpu() - before.cpu) / took),
        databaseBusy: rounded((cost.cpu - before.cost.cpu) / took),
        /** The utilisation of each core of the machine, including the clients and other programs. */
        coresBusy: busyShares(before.cores, cores()),
      };
      log(JSON.stringify(found));
      return { ...found, spent: { before: before.cost, after: cost, took } };
    };
    // Warm-up of the compiler. Otherwise more than a hundredth of a minute’s requests wait in the first second.
    await poll(Math.min(5, seconds));
    log(`${clients} who poll, whom the node does not know yet, for ${seconds} s`);
    const { spent: _, ...unknown } = await poll(seconds);
    log(`the same again, while they decide, for ${seconds} s`);
    const decide = await decisionsOf(measured, node);
    const { spent, ...known } = await poll(seconds);
    const decisionsPerSecond = rounded(await decide());
    const memoryBytes = node.memory();
    log('the same by new connections');
    const { spent: __, ...fresh } = await poll(Math.min(10, seconds), 'new');
    return {
      polling: { clients, ...known, decisionsPerSecond, memoryBytes, unknown, newConnections: fresh },
      costPer1000Users: costOf(known.busy, spent, memoryBytes),
    };
  } finally {
    await database.end();
    pollers.disconnect();
    await node.stop();
  }
}

interface CoreTimes {
  readonly busy: number;
  readonly idle: number;
}

function cores(): CoreTimes[] {
  return cpus().map(({ times: { idle, ...busy } }) => ({
    busy: Object.values(busy).reduce((sum, time) => sum + time, 0),
    idle,
  }));
}

function busyShares(before: readonly CoreTimes[], after: readonly CoreTimes[]): number[] {
  return after.map(({ busy, idle }, index) => {
    const { busy: busyThen, idle: idleThen } = before[index] ?? { busy: 0, idle: 0 };
    return rounded((busy - busyThen) / (busy - busyThen + idle - idleThen));
  });
}

async function decisionsOf({ url, tokens }: Measured, node: Program): Promise<() => Promise<number>> {
  const tasks = await openTasks(url, clients);
  return decisions({
    url: node.url,
    period: decisionPeriod,
    next: () => {
      const one = tasks.pop();
      if (!one) throw new Error('there are no tasks left to decide: more rows are needed');
      return {
        method: 'POST',
        path: `/api/v1/tenants/t/tasks/${one.task}/actions/approve`,
        headers: { authorization: `Bearer ${tokens[one.person]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ note: 'All right' }),
      };
    },
  });
}

interface Spent {
  readonly before: DatabaseCost;
  readonly after: DatabaseCost;
  /** Seconds. */
  readonly took: number;
}

function costOf(busy: number, { before, after, took }: Spent, memoryBytes: number) {
  const thousand = 1000 / clients;
  const aDay = (of: (cost: DatabaseCost) => number) =>
    rounded(((of(after) - of(before)) / took) * day * thousand, 1);
  return {
    nodeCpuSecondsADay: rounded(busy * day * thousand, 1),
    databaseCpuSecondsADay: aDay(({ cpu }) => cpu),
    nodeMemoryBytes: Math.round(memoryBytes * thousand),
    databaseConnections: rounded(after.connections * thousand),
    rowsWrittenADay: aDay(({ rowsWritten }) => rowsWritten),
    walBytesADay: aDay(({ walBytes }) => walBytes),
    databaseBytesADay: aDay(({ bytes }) => bytes),
    day: { hours: day / 3600, pollSeconds: period / 1000, decisionsEach: decisionsADay },
  };
}

function roundedAll(polled: Polled): Polled {
  const entries = Object.entries(polled).map(([key, value]) => [key, rounded(value)]);
  return Object.fromEntries(entries);
}

/** The next message of a child program. @throws Error if it ends. */
export async function nextMessage(program: ChildProcess): Promise<unknown[]> {
  const exited = new AbortController();
  const end = () => exited.abort(new Error('a program of the measurement ended before it was done'));
  program.once('exit', end);
  try {
    return await once(program, 'message', { signal: exited.signal });
  } finally {
    program.off('exit', end);
  }
}

/** Starts a child program on the other core. */
export function startOnOtherCore(file: string): ChildProcess {
  const child = fork(join(import.meta.dirname, file));
  moveToClientCore(child.pid ?? 0);
  return child;
}
