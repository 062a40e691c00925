import { type HttpConnection, openConnection } from './scale-connection.ts';
import { quantile } from './stats.ts';

/** The work of the pollers: each requests all its paths once per period, at its own offset. */
export interface Polling {
  readonly url: string;
  /** One token per person. */
  readonly tokens: readonly string[];
  readonly paths: readonly string[];
  /** The period of a path for one person, in ms. */
  readonly period: number;
  readonly seconds: number;
  /** `kept`: persistent connections, as a proxy uses; `new`: one connection for each turn of a person. */
  readonly connections: 'kept' | 'new';
  /** The first person. An order continues where the previous one ended. */
  readonly first: number;
}

export interface Polled {
  readonly perSecond: number;
  /** From the due time of a request to its answer, in ms, so that a slow service is visible. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly failed: number;
  /** The number of different people. */
  readonly people: number;
}

/** The connections of a proxy to one node. */
const keptConnections = 256;
/** The local addresses of new connections, in turn. */
const sources = 50;

interface Turn {
  readonly person: number;
  readonly due: number;
}

/** Sends requests at a constant rate, independent of the answers. */
async function poll(order: Polling): Promise<Polled> {
  const { tokens, paths, period, seconds, first } = order;
  const gap = period / tokens.length;
  const turns = Math.round((seconds * 1000) / gap);
  const times = new Float64Array(turns * paths.length);
  const url = new URL(order.url);
  const free: HttpConnection[] = order.connections === 'kept' ? lines(url) : [];
  const all = new Set(free);
  const waiting: Turn[] = [];
  let startedTurns = 0;
  let failed = 0;
  let finishedTurns = 0;
  const finished = Promise.withResolvers<void>();

  const requestPaths = async (connection: HttpConnection, { person, due }: Turn) => {
    for (const path of paths) {
      const isGood = await connection.request(path, tokens[person] ?? '');
      if (!isGood) failed += 1;
      times[startedTurns] = performance.now() - due;
      startedTurns += 1;
    }
    finishedTurns += 1;
    if (finishedTurns === turns) finished.resolve();
  };
  const onKept = async (connection: HttpConnection, turn: Turn) => {
    let next: Turn | undefined = turn;
    for (; next; next = waiting.shift()) await requestPaths(connection, next);
    free.push(connection);
  };
  const onNew = async (turn: Turn) => {
    const connection = openConnection(url, `127.0.0.${2 + (turn.person % sources)}`);
    await requestPaths(connection, turn);
    connection.close();
  };
  const begin = (turn: Turn) => {
    const connection = free.pop();
    if (order.connections === 'new') void onNew(turn);
    else if (connection) void onKept(connection.isOpen() ? connection : reopen(connection), turn);
    else waiting.push(turn);
  };
  // As a proxy does for a connection that was idle.
  const reopen = (closed: HttpConnection) => {
    const connection = openConnection(url);
    all.delete(closed);
    all.add(connection);
    return connection;
  };

  const begun = performance.now();
  let next = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; next < turns && begun + next * gap <= now; next += 1)
      begin({ person: (first + next) % tokens.length, due: begun + next * gap });
    if (next === turns) clearInterval(timer);
  }, 1);
  await finished.promise;
  const took = (performance.now() - begun) / 1000;
  for (const connection of all) connection.close();
  const sorted = times.toSorted();
  return {
    perSecond: (times.length - failed) / took,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    worstMs: quantile(sorted, 1),
    failed,
    people: Math.min(turns, tokens.length),
  };
}

const lines = (url: URL): HttpConnection[] =>
  Array.from({ length: keptConnections }, () => openConnection(url));

process.on('message', (polling: Polling) => {
  void poll(polling).then((polled) => process.send?.(polled));
});
process.on('disconnect', () => process.exit());
