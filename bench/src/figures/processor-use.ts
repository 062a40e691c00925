import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface ProcessSample {
  readonly name: string;
  readonly parent: number;
  /** The id of the first process of its session. */
  readonly session: number;
  /** Processor time in ticks of the kernel. */
  readonly ticks: number;
  /** Kernel threads also work for the benchmark, such as for its writes to the disk. */
  readonly isKernelThread: boolean;
}

/** The processor time since the start of the system, in ticks of the kernel. */
export interface ProcessorSample {
  /** Of all cores, used or not. */
  readonly totalTicks: number;
  readonly usedTicks: number;
  /** Taken by other virtual machines of the host. Also part of `usedTicks`. */
  readonly stolenTicks: number;
  readonly processes: ReadonlyMap<number, ProcessSample>;
}

export type ReadProcessor = () => ProcessorSample;

/** The share of all cores, 0 to 1, that other programs used, and the program that used most of it. */
export interface OtherUse {
  readonly share: number;
  readonly busiest: string | undefined;
}

/** Reads the processor times of the system and of its processes from Linux. */
export function readLinuxProcessor(): ProcessorSample {
  const [totals = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  // Guests are part of the time of users, so the fields after `stolen` are not added.
  const fields = totals.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, waiting = 0, , , stolenTicks = 0] = fields;
  const totalTicks = fields.reduce((sum, ticks) => sum + ticks, 0);
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = new Map(
    ids.flatMap((id) => {
      const read = readProcess(id);
      return read ? [[Number(id), read] as const] : [];
    }),
  );
  return { totalTicks, usedTicks: totalTicks - idle - waiting, stolenTicks, processes };
}

/** PF_KTHREAD of the kernel. */
const kernelThreadFlag = 0x00200000;

/** Names that Node gives to its main thread. They do not tell what runs. */
const nodeNames = new Set(['node', 'MainThread']);

/** Such as `node vitest.mjs`. Undefined if the process has ended. */
function readScriptName(id: string): string | undefined {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    const script = args.find((argument) => !argument.startsWith('-'));
    return [program, script]
      .map((path) => basename(path ?? ''))
      .join(' ')
      .trim();
  } catch {
    return undefined;
  }
}

/** Undefined if the process has ended. */
function readProcess(id: string): ProcessSample | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name can contain spaces and brackets.
  const nameEnd = text.lastIndexOf(')');
  const [, parent, , session, , , flags, , , , , user, system] = text
    .slice(nameEnd + 2)
    .split(' ')
    .map(Number);
  const name = text.slice(text.indexOf('(') + 1, nameEnd);
  return {
    name: nodeNames.has(name) ? (readScriptName(id) ?? name) : name,
    parent: parent ?? 0,
    session: session ?? 0,
    ticks: (user ?? 0) + (system ?? 0),
    isKernelThread: ((flags ?? 0) & kernelThreadFlag) !== 0,
  };
}

/** Adds the processor time of each process since the earlier sample to its program. */
function addTicks(
  ticksOf: Map<string, number>,
  [before, after]: readonly [ProcessorSample, ProcessorSample],
  isOwn: (id: number) => boolean,
): void {
  for (const [id, { name, ticks, isKernelThread }] of after.processes) {
    if (isOwn(id) || isKernelThread) continue;
    const earlier = before.processes.get(id)?.ticks ?? 0;
    // A lower value belongs to a new process with the id of an ended one.
    const used = ticks < earlier ? ticks : ticks - earlier;
    if (used > 0) ticksOf.set(name, (ticksOf.get(name) ?? 0) + used);
  }
}

const busiestOf = (ticksOf: ReadonlyMap<string, number>): string | undefined =>
  [...ticksOf].toSorted(([, one], [, other]) => other - one)[0]?.[0];

const shareOf = (ticks: number, { totalTicks }: ProcessorSample, { totalTicks: before }: ProcessorSample) =>
  totalTicks > before ? Math.min(1, Math.max(0, ticks) / (totalTicks - before)) : 0;

/**
 * The use of the machine between two samples by everything but this process. It includes programs outside of a container,
 * whose names are unknown.
 */
export function otherUseBetween(before: ProcessorSample, after: ProcessorSample, ownID: number): OtherUse {
  const ticksOf = new Map<string, number>();
  addTicks(ticksOf, [before, after], (id) => id === ownID);
  const own = (after.processes.get(ownID)?.ticks ?? 0) - (before.processes.get(ownID)?.ticks ?? 0);
  const share = shareOf(after.usedTicks - before.usedTicks - own, after, before);
  return { share, busiest: busiestOf(ticksOf) };
}

/** Observes the use of the machine by other programs while a benchmark runs as a descendant of this process. */
export class OtherUseMonitor {
  private readonly own: Set<number>;
  private readonly ownSessions = new Set<number>();
  private readonly ticksOf = new Map<string, number>();
  private readonly first: ProcessorSample;
  private last: ProcessorSample;

  constructor(first: ProcessorSample, ownID: number) {
    this.own = new Set([ownID]);
    this.first = first;
    this.last = first;
    this.findOwn();
  }

  /** Takes a sample. Processes that start and end between two samples are not observed. */
  add(sample: ProcessorSample): void {
    const before = this.last;
    this.last = sample;
    this.findOwn();
    addTicks(this.ticksOf, [before, sample], (id) => this.own.has(id));
  }

  /** The use of the machine by other programs and other virtual machines since the first sample. */
  get use(): OtherUse {
    const stolen = this.last.stolenTicks - this.first.stolenTicks;
    const used = [...this.ticksOf.values()].reduce((sum, ticks) => sum + ticks, stolen);
    return { share: shareOf(used, this.last, this.first), busiest: busiestOf(this.ticksOf) };
  }

  /** A process stays own after its parent has ended. Browsers start sessions of their own. */
  private findOwn(): void {
    const { processes } = this.last;
    for (const id of this.own) if (!processes.has(id)) this.own.delete(id);
    let size: number;
    do {
      size = this.own.size;
      for (const [id, { parent, session }] of processes) {
        if (this.own.has(parent) || this.ownSessions.has(session)) this.own.add(id);
        if (this.own.has(id) && session === id) this.ownSessions.add(session);
      }
    } while (this.own.size > size);
  }
}
