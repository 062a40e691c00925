import { readFileSync } from 'node:fs';
import {
  type Cost,
  type CostedCall,
  type Day,
  employeesDay,
  type Limits,
  limits,
  measuredCosts,
} from './capacity-day.table.ts';
import { storm } from './capacity-storm.ts';
import type { ServerOptions } from './server.ts';
import { rounded } from './stats.ts';

/** The maximum utilisation of a node’s core. */
const busy = 0.6;
/** Database connections of a node: the pool, the change listener and the audit. */
const connectionsOfNode = 12;
/** Records, jobs and notifying commits of a decision or an application, from `calls`. */
const left = { records: 1, jobs: 2, commits: 4 };

type Costs = Readonly<Record<CostedCall, Cost>>;

/** The requirements of this many employees at peak time, and the first bottleneck, by arithmetic only. */
export async function run({ employees = 1_000_000, costs, day, limit }: ServerOptions) {
  const given: Costs = { ...measuredCosts, ...(costs ? readCosts(costs) : {}) };
  return capacityOf(employees, {
    costs: given,
    day: { ...employeesDay, ...parsed(day) },
    limits: { ...limits, ...parsed(limit) },
  });
}

interface Inputs {
  readonly costs: Costs;
  readonly day: Day;
  readonly limits: Limits;
}

export function capacityOf(employees: number, { costs, day, limits: most }: Inputs) {
  const rates = ratesOf(employees, day);
  const perSecond = (of: keyof Cost) =>
    Object.entries(rates).reduce((sum, [call, rate]) => sum + rate * costs[call as CostedCall][of], 0);
  const nodeCores = perSecond('nodeCpuMs') / 1000;
  const databaseCores = perSecond('databaseCpuMs') / 1000;
  const streams = employees * day.present;
  const nodes = Math.max(1, Math.ceil(nodeCores / busy), Math.ceil(streams / most.streamsPerNode));
  const acts = rates.decide + rates.apply;
  const used: Readonly<Record<keyof Limits, number>> = {
    databaseCores,
    walBytesPerSecond: perSecond('walBytes'),
    notifyingCommitsPerSecond: acts * left.commits + rates.refresh,
    auditLinksPerSecond: acts * left.records + rates.licence + rates.signIn,
    jobsPerSecond: acts * left.jobs + rates.pushEach,
    connections: nodes * connectionsOfNode,
    streamsPerNode: streams / nodes,
  };
  const shares = Object.entries(used)
    .map(([what, value]) => {
      const limit = most[what as keyof Limits];
      return { what, used: rounded(value, 1), limit, share: rounded(value / limit) };
    })
    .toSorted((one, other) => other.share - one.share);
  // Nodes can be added. All other resources are single until tenants are distributed to several databases.
  const databases = Math.max(1, Math.ceil(Math.max(...shares.map(({ share }) => share))));
  const storedADay = storedOf(employees, { costs, day });
  return {
    employees,
    peak: {
      pollsPerSecond: Math.round(rates.countKnown + rates.countUnknown),
      callsPerSecond: roundedAll(rates),
    },
    nodes: { cores: rounded(nodeCores, 1), nodes },
    database: { cores: rounded(databaseCores, 1), databases },
    // Another node solves a limit of streams, so streams are no bottleneck.
    first: shares.find(({ what }) => what !== 'streamsPerNode')?.what,
    shares,
    storage: {
      databaseBytesAYear: Math.round(storedADay * 250),
      objectBytesAYear: Math.round(employees * day.uploadMiB * 1024 * 1024 * 250),
    },
    storm: storm(employees * day.present, { cost: costs.signIn, nodes }),
    announcement: {
      /** Until the last push, if half of the job capacity is available for pushes. */
      pushSeconds: Math.round(employees / databases / (most.jobsPerSecond / 2)),
      streamSeconds: rounded((streams / nodes) * (costs.streamEach.nodeCpuMs / 1000)),
    },
    inputs: { costs, day, limits: most },
  };
}

/** Calls per second in the busiest hour. */
function ratesOf(employees: number, day: Day): Record<CostedCall, number> {
  const people = employees * day.present;
  const polls = (people * 2) / day.pollSeconds;
  const work = (times: number) => (people * times * day.busiestHour) / 3600;
  return {
    countKnown: polls * (1 - day.unknownPolls),
    countUnknown: polls * day.unknownPolls,
    signIn: work(day.signIn),
    // All people open the app in this hour and renew the token of the day before.
    refresh: (people * day.refresh) / 3600,
    taskList: work(day.taskList),
    flowDetails: work(day.flowDetails),
    messages: work(day.messages),
    decide: work(day.decide),
    apply: work(day.apply),
    uploadMiB: work(day.uploadMiB),
    downloadMiB: work(day.downloadMiB),
    licence: work(day.licence),
    pushEach: work(day.pushEach),
    streamEach: work(day.streamEach),
  };
}

function storedOf(employees: number, { costs, day }: Pick<Inputs, 'costs' | 'day'>): number {
  const each = (['signIn', 'refresh', 'decide', 'apply', 'licence', 'pushEach'] as const).map(
    (call) => day[call] * costs[call].storedBytes,
  );
  return employees * day.present * each.reduce((sum, bytes) => sum + bytes, 0);
}

function readCosts(file: string): Partial<Costs> {
  const { calls } = JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '{}') as {
    calls?: Partial<Costs>;
  };
  if (!calls) throw new Error(`${file} is not what bench -- calls --json printed`);
  return Object.fromEntries(Object.entries(calls).filter(([name]) => name in measuredCosts));
}

const parsed = (json: string | undefined): object => (json === undefined ? {} : (JSON.parse(json) as object));

const roundedAll = (rates: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(rates).map(([call, rate]) => [call, rounded(rate, 1)]));
