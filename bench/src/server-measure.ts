import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Load, LoadGenerator, Measured, Program } from './server-programs.ts';
import { median, rounded } from './stats.ts';

export interface Peer {
  readonly program: Program;
  readonly load: (kind: Kind) => Pick<Load, 'requests' | 'spread'>;
  /** Starts decisions in the background. @returns a function that stops them and returns the decisions per second. */
  readonly disturb?: () => () => Promise<number>;
}

export const kinds = ['count', 'list', 'decide'] as const;
export type Kind = (typeof kinds)[number];
export interface Peers {
  readonly ours: Peer;
  readonly hello: Peer;
  readonly parse: Peer | undefined;
}

export interface Measuring {
  readonly load: LoadGenerator;
  /** The duration of a measurement. */
  readonly seconds: number;
  readonly pgbench: { readonly url: string; readonly folder: string };
}

interface Sample extends Measured {
  /** Answers per second of the server’s processor time. */
  readonly perCpuSecond: number;
  /** The utilisation of the server’s core. A value well below 1 means that the machine or the client was the limit. */
  readonly busy: number;
  /** Decisions per second during the measurement. */
  readonly decisionsPerSecond: number;
}

const connections = 16;
const rounds = 4;
/**
 * Rounds before the measured ones. The compiler of a node optimises a call after some hundred repetitions; the decisions beside the counts
 * and lists are 50 a second.
 */
const warmUpRounds: Readonly<Record<Kind, number>> = { count: 6, list: 2, decide: 3 };

/** Measures all servers in alternating rounds, so that other load affects all of them. */
export async function measure(peers: Peers, measuring: Measuring) {
  await sample(peers.hello, 'count', { ...measuring, seconds: 1 });
  const results: Partial<Record<Kind, object>> = {};
  for (const kind of kinds) {
    results[kind] = await measureKind(kind, peers, measuring);
    process.stderr.write(`${kind} ${JSON.stringify(results[kind])}\n`);
  }
  return results;
}

async function measureKind(kind: Kind, { ours, hello, parse }: Peers, measuring: Measuring) {
  for (let round = 0; round < warmUpRounds[kind]; round += 1)
    for (const peer of [ours, parse]) if (peer) await sample(peer, kind, measuring);
  const taken: { own: Sample; bare: Sample; other: Sample | undefined; sql: number | undefined }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    taken.push({
      own: await sample(ours, kind, measuring),
      bare: await sample(hello, kind, measuring),
      other: parse && (await sample(parse, kind, measuring)),
      sql: await pgbench(kind, measuring),
    });
  }
  const of = (pick: (own: Sample) => number) => rounded(median(taken.map(({ own }) => pick(own))));
  const against = (pick: (one: (typeof taken)[number]) => number | undefined) => {
    const ratios = taken.map(pick);
    return ratios.every((ratio) => ratio !== undefined) ? rounded(median(ratios)) : null;
  };
  const failed = taken.reduce((sum, { own, other }) => sum + own.failed + (other?.failed ?? 0), 0);
  if (failed > 0) process.stderr.write(`${failed} asks failed while ${kind} was measured\n`);
  return {
    perSecond: of((own) => own.perSecond),
    perCpuSecond: of((own) => own.perCpuSecond),
    decisionsPerSecond: of((own) => own.decisionsPerSecond),
    busy: of((own) => own.busy),
    bareHttpBusy: rounded(median(taken.map(({ bare }) => bare.busy))),
    p50Ms: of((own) => own.p50Ms),
    p99Ms: of((own) => own.p99Ms),
    vsBareHttp: against(({ own, bare }) => own.perSecond / bare.perSecond),
    vsBareHttpByCpu: against(({ own, bare }) => own.perCpuSecond / bare.perCpuSecond),
    vsPgbench: against(({ own, sql }) => sql && own.perSecond / sql),
    vsParse: against(({ own, other }) => other && own.perSecond / other.perSecond),
  };
}

async function sample(peer: Peer, kind: Kind, { load, seconds }: Measuring): Promise<Sample> {
  const { program, disturb } = peer;
  // No decisions run in parallel to decisions.
  const quiet = kind === 'decide' ? undefined : disturb?.();
  const before = program.cpu();
  const measured = await load.run({ url: program.url, connections, seconds, ...peer.load(kind) });
  const used = Math.max(0.01, program.cpu() - before);
  const perCpuSecond = (measured.perSecond * measured.seconds) / used;
  const busy = used / measured.seconds;
  const decisionsPerSecond = (await quiet?.()) ?? 0;
  return { ...measured, perCpuSecond, busy, decisionsPerSecond };
}

const statements: Partial<Record<Kind, string>> = {
  count: `select count(*) from flow_tasks where tid = 't' and assignee_fid = 'f' || :person::text and state = 'awaiting'
    and step = 'approve';`,
  list: `select * from flow_tasks where tid = 't' and assignee_fid = 'f' || :person::text and state = 'awaiting'
    and step = 'approve' order by created_at desc, task_id limit 10;`,
};

/** Runs the same query with pgbench. @returns queries per second, or undefined without pgbench. */
async function pgbench(
  kind: Kind,
  { seconds, pgbench: { url, folder } }: Measuring,
): Promise<number | undefined> {
  const statement = statements[kind];
  if (!statement) return undefined;
  const file = join(folder, `${kind}.sql`);
  writeFileSync(file, `\\set person random(0, 499)\n${statement.replaceAll('\n', ' ')}\n`);
  const options = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds), '-f', file, url];
  const child = spawn('pgbench', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close').catch(() => {});
  const [, rate] = /tps = ([\d.]+)/.exec(text) ?? [];
  return rate === undefined ? undefined : Number(rate);
}
