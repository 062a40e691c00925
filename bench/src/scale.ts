import { randomBytes, randomUUID } from 'node:crypto';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { connect } from '../../apps/server/src/infra/database/index.ts';
import { postAnnouncement } from '../../apps/server/src/modules/messages/messages.usecases.ts';
import {
  clients,
  type Measured,
  measurePolling,
  nextMessage,
  paths,
  startOnOtherCore,
} from './scale-polling.ts';
import type { StreamsOrder, StreamsReport } from './scale-streams.ts';
import type { ServerOptions } from './server.ts';
import { fillService, serverProcess, signIn } from './server-database.ts';
import { type HttpRequest, type Program, startLoad } from './server-programs.ts';
import { log, startNode, withWorkspace } from './server-workspace.ts';
import { median, rounded } from './stats.ts';

const streamClients = 10_000;
/** Tokens are valid at all nodes, as behind a load balancer. */
const publicUrl = 'http://127.0.0.1:8080';
const nodeCounts = [1, 2, 4];
/** Whether every person has requested once. */
const minute = 60;

/**
 * The capacity of one node on one core for pollers and streams, its cost, and the throughput of several nodes on one
 * database. The default `seconds` polls two whole minutes, so that every person requests.
 */
export function run({ rows, seconds, postgres: bin, parts, profile }: ServerOptions) {
  return withWorkspace(bin, async ({ folder, postgres: { url } }) => {
    log(`${clients} people with ${rows} tasks`);
    await fillService(url, rows, clients);
    const master = randomBytes(32).toString('base64');
    const tokens = await signIn(url, master, publicUrl, clients);
    const start = startNodes({ url, master, folder, profile });
    const measured: Measured = { url, databasePid: serverProcess(folder), tokens, start };
    const has = (part: string) => parts === undefined || parts.includes(part);
    const polled = has('polling') ? await measurePolling(measured, seconds > 2 ? seconds : minute) : {};
    const events = has('events') ? { events: await measureEvents(measured) } : {};
    const nodes: { n: number; perSecond: number }[] = [];
    if (has('nodes'))
      for (const n of nodeCounts) nodes.push({ n, perSecond: await measureNodes(measured, n) });
    return { ...polled, ...events, nodes };
  });
}

interface ScaleOptions {
  readonly url: string;
  readonly master: string;
  readonly folder: string;
  readonly profile: string | undefined;
}

function startNodes({ profile, ...given }: ScaleOptions) {
  return async (core?: null): Promise<Program> => {
    const port = String(await findFreePort());
    const profiling = profile === undefined ? {} : { arguments: ['--cpu-prof', `--cpu-prof-dir=${profile}`] };
    const pinning = core === null ? { core } : {};
    const program = await startNode({ ...given, port, publicUrl, ...pinning, ...profiling });
    return { ...program, url: `http://127.0.0.1:${port}` };
  };
}

async function measureEvents({ url, tokens, start }: Measured) {
  log(`${streamClients} who listen`);
  const node = await start();
  const streams = startOnOtherCore('scale-streams.ts');
  const connection = connect({ url, maximumConnections: 1 });
  try {
    const empty = node.memory();
    const emit = (order: StreamsOrder) => streams.send(order);
    const report = async () => ((await nextMessage(streams)) as [StreamsReport])[0];
    emit({ kind: 'open', url: node.url, tokens: tokens.slice(0, streamClients) });
    const opened = await report();
    const perStream = (node.memory() - empty) / opened.count;
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      emit({ kind: 'expect', text: 'event: message' });
      const heard = report();
      const begun = Date.now();
      await postAnnouncement(connection.handle, {
        tid: null,
        sessionTitle: '公告',
        title: '',
        text: '给所有人',
        idempotencyKey: randomUUID(),
        createAt: begun,
      });
      const notified = await heard;
      if (notified.kind === 'heard') times.push(notified.at - begun);
    }
    return {
      clients: opened.count,
      fanOutMs: rounded(median(times)),
      slowestFanOutMs: Math.max(...times),
      bytesPerStream: Math.round(perStream),
    };
  } finally {
    await connection.close();
    streams.disconnect();
    await node.stop();
  }
}

/** The counts per second of several nodes under continuous load. Two cores are shared. */
async function measureNodes({ tokens, start }: Measured, n: number): Promise<number> {
  log(`${n} nodes`);
  const programs = await Promise.all(Array.from({ length: n }, () => start(null)));
  const load = startLoad();
  try {
    const requests: HttpRequest[] = tokens
      .slice(0, 500)
      .flatMap((token) => paths.map((path) => ({ path, headers: { authorization: `Bearer ${token}` } })));
    const shared = { connections: 16 / n, requests, spread: 'all' } as const;
    const all = (seconds: number) => load.runAll(programs.map(({ url }) => ({ ...shared, url, seconds })));
    // Warm-up: each node has to know every person, and to compile the path of a known one.
    let answeredByEach = 0;
    while (answeredByEach < 4 * requests.length) {
      const warm = await all(2);
      answeredByEach += Math.min(...warm.map(({ perSecond, seconds }) => perSecond * seconds));
    }
    const answered = await all(5);
    return rounded(answered.reduce((sum, { perSecond }) => sum + perSecond, 0));
  } finally {
    load.stop();
    await Promise.all(programs.map(({ stop }) => stop()));
  }
}
