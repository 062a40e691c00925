/**
 * The cost of a call in ms of processor time and in bytes, from `bench -- calls --json` of 22 November 2026
 * (docs/benchmarks.md). `--costs FILE` replaces it.
 */
export interface Cost {
  readonly nodeCpuMs: number;
  readonly databaseCpuMs: number;
  readonly walBytes: number;
  readonly storedBytes: number;
}

const cost = (nodeCpuMs: number, databaseCpuMs: number, walBytes = 0, storedBytes = 0): Cost => ({
  nodeCpuMs,
  databaseCpuMs,
  walBytes,
  storedBytes,
});

export const measuredCosts = {
  signIn: cost(15.9, 4.84, 4600, 3360),
  refresh: cost(2.46, 1.28, 1350, 740),
  countKnown: cost(0.054, 0),
  countUnknown: cost(0.88, 1.12),
  taskList: cost(0.51, 0.43),
  flowDetails: cost(0.78, 0.74),
  messages: cost(0.86, 1.02),
  decide: cost(2.78, 4.25, 15_800, 9630),
  apply: cost(3.45, 5.2, 16_430, 11_250),
  uploadMiB: cost(20.6, 0.6, 190, 0),
  downloadMiB: cost(11.5, 0.17),
  licence: cost(4.9, 2.51, 1680, 1150),
  pushEach: cost(1.23, 1.24, 2350, 760),
  streamEach: cost(0.019, 0.009),
} satisfies Readonly<Record<string, Cost>>;

export type CostedCall = keyof typeof measuredCosts;

/** A working day of one employee. `--day '{"decide":2}'` replaces a value. */
export const employeesDay = {
  /** The share of employees at work with an open app. */
  present: 0.8,
  /** The share of the day’s work in the busiest hour, from 9:00 to 10:00. */
  busiestHour: 0.25,
  hours: 8,
  pollSeconds: 60,
  /** The share of polls without a cached answer, because of a change or an age of ten minutes. */
  unknownPolls: 0.12,
  signIn: 0.02,
  refresh: 1,
  taskList: 20,
  flowDetails: 8,
  messages: 8,
  decide: 3,
  apply: 1,
  uploadMiB: 2,
  downloadMiB: 8,
  licence: 4,
  pushEach: 5,
  streamEach: 20,
};

export type Day = typeof employeesDay;

/** The capacity of one component, measured or assumed. */
export const limits = {
  /** Processor seconds per second of one PostgreSQL with 64 cores. */
  databaseCores: 40,
  /** Bytes of write-ahead log per second that one server writes and replicates. */
  walBytesPerSecond: 150_000_000,
  /** Commits with NOTIFY per second. They share one lock. Assumed. */
  notifyingCommitsPerSecond: 4000,
  /** Records per second that one node links. Measured. */
  auditLinksPerSecond: 25_000,
  /** Jobs per second, measured with one worker on one core. */
  jobsPerSecond: 1400,
  /** Connections of one PostgreSQL without a pooler. */
  connections: 500,
  /** Streams of a node, measured with 10,000. */
  streamsPerNode: 30_000,
};

export type Limits = typeof limits;
