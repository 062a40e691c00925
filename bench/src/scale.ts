import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/app/free-port.adapter.ts';
import { connect } from '../../apps/server/src/infra/database/index.ts';
import { announce } from '../../apps/server/src/modules/messages/messages.usecases.ts';
import type { Polled, Polling } from './scale-pollers.ts';
import type { StreamsOrder, StreamsReport } from './scale-streams.ts';
import type { ServerOptions } from './server.ts';
import { fillService, signIn } from './server-database.ts';
import { inPlace, note, startNode } from './server-place.ts';
import { type Ask, keepAside, type Program, startLoad } from './server-programs.ts';
import { median, rounded } from './stats.ts';

/** Who polls both counts once a minute, as section 7 has it. */
const clients = 100_000;
const pollPeriod = 60_000;
const streamClients = 10_000;
const paths = [
  '/api/v1/tenants/t/user-flows?skip=0&limit=0&state=awaiting_approval',
  '/api/v1/tenants/t/user-tasks?skip=0&limit=0&state=awaiting&type=approval',
];
/** Of all nodes, as behind a balancer: a token of one is good at the others. */
const publicUrl = 'http://127.0.0.1:8080';
const nodeCounts = [1, 2, 4];

/**
 * What one node on one core holds of those who poll and of those who listen, and what several nodes on one database answer.
 * With `seconds` at its default a whole minute is polled, so that everybody has asked.
 */
export function run({ rows, seconds, postgres: bin }: ServerOptions) {
  return inPlace(bin, async ({ folder, postgres: { url } }) => {
    note(`${clients} people with ${rows} tasks`);
    await fillService(url, rows, clients);
    const master = randomBytes(32).toString('base64');
    const tokens = await signIn(url, master, publicUrl, clients);
    const measured = { url, tokens, start: startNodes({ url, master, folder }) };
    const polling = await measurePolling(measured, seconds > 2 ? seconds : pollPeriod / 1000);
    const events = await measureEvents(measured);
    const nodes: { n: number; perSecond: number }[] = [];
    for (const n of nodeCounts) nodes.push({ n, perSecond: await measureNodes(measured, n) });
    return { polling, events, nodes };
  });
}

interface Measured {
  /** Of the database. */
  readonly url: string;
  readonly tokens: readonly string[];
  readonly start: (core?: null) => Promise<Program>;
}

function startNodes(given: { url: string; master: string; folder: string }) {
  return async (core?: null): Promise<Program> => {
    const port = String(await freePort());
    const program = await startNode({ ...given, port, publicUrl, ...(core === null ? { core } : {}) });
    return { ...program, url: `http://127.0.0.1:${port}` };
  };
}

async function measurePolling({ tokens, start }: Measured, seconds: number) {
  note(`${clients} who poll, for ${seconds} s`);
  const node = await start();
  const pollers = aside('scale-pollers.ts');
  try {
    const ask = (given: number): Promise<Polled> => {
      const order: Polling = { urls: [node.url], tokens, paths, period: pollPeriod, seconds: given };
      pollers.send(order);
      return once(pollers, 'message').then(([polled]) => polled as Polled);
    };
    await ask(5);
    const before = node.cpu();
    const begun = performance.now();
    const polled = await ask(seconds);
    const busy = ((node.cpu() - before) * 1000) / (performance.now() - begun);
    return {
      clients,
      perSecond: rounded(polled.perSecond),
      p50Ms: rounded(polled.p50Ms),
      p99Ms: rounded(polled.p99Ms),
      failed: polled.failed,
      /** The share of its core that the node used. */
      busy: rounded(busy),
      corePerThousand: rounded((busy / clients) * 1000, 6),
      memoryBytes: node.memory(),
    };
  } finally {
    pollers.disconnect();
    await node.stop();
  }
}

async function measureEvents({ url, tokens, start }: Measured) {
  note(`${streamClients} who listen`);
  const node = await start();
  const streams = aside('scale-streams.ts');
  const connection = connect({ url, maximumConnections: 1 });
  try {
    const empty = node.memory();
    const tell = (order: StreamsOrder) => streams.send(order);
    const report = async () => ((await once(streams, 'message')) as [StreamsReport])[0];
    tell({ kind: 'open', url: node.url, tokens: tokens.slice(0, streamClients) });
    const opened = await report();
    const perStream = (node.memory() - empty) / opened.count;
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      tell({ kind: 'expect', text: 'event: message' });
      const heard = report();
      const begun = Date.now();
      await announce(connection.handle, {
        tid: null,
        sessionTitle: '公告',
        title: '',
        text: '给所有人',
        idempotencyKey: randomUUID(),
        createAt: begun,
      });
      const told = await heard;
      if (told.kind === 'heard') times.push(told.at - begun);
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

/** As many counts as so many nodes answer when they are asked without a pause. On two cores they share those. */
async function measureNodes({ tokens, start }: Measured, n: number): Promise<number> {
  note(`${n} nodes`);
  const programs = await Promise.all(Array.from({ length: n }, () => start(null)));
  const nodes = programs.map((program) => ({ program, load: startLoad() }));
  try {
    const asks: Ask[] = tokens
      .slice(0, 500)
      .flatMap((token) => paths.map((path) => ({ path, headers: { authorization: `Bearer ${token}` } })));
    const all = (seconds: number) =>
      Promise.all(
        nodes.map(({ program: { url }, load }) =>
          load.run({ url, connections: 16 / n, seconds, requests: asks, spread: 'all' }),
        ),
      );
    await all(3);
    const answered = await all(5);
    return rounded(answered.reduce((sum, { perSecond }) => sum + perSecond, 0));
  } finally {
    for (const { load } of nodes) load.stop();
    await Promise.all(programs.map(({ stop }) => stop()));
  }
}

/** A program of ours beside the node, on the other core. */
function aside(file: string): ChildProcess {
  const child = fork(join(import.meta.dirname, file));
  keepAside(child.pid ?? 0);
  return child;
}
