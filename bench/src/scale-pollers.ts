import { type Line, openLine } from './scale-line.ts';
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
const keptLines = 256;
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
  const free: Line[] = order.connections === 'kept' ? lines(url) : [];
  const all = [...free];
  const waiting: Turn[] = [];
  let asked = 0;
  let failed = 0;
  let ended = 0;
  const finished = Promise.withResolvers<void>();

  const askAll = async (line: Line, { person, due }: Turn) => {
    for (const path of paths) {
      const isGood = await line.ask(path, tokens[person] ?? '');
      if (!isGood) failed += 1;
      times[asked] = performance.now() - due;
      asked += 1;
    }
    ended += 1;
    if (ended === turns) finished.resolve();
  };
  const onKept = async (line: Line, turn: Turn) => {
    let next: Turn | undefined = turn;
    for (; next; next = waiting.shift()) await askAll(line, next);
    free.push(line);
  };
  const onNew = async (turn: Turn) => {
    const line = openLine(url, `127.0.0.${2 + (turn.person % sources)}`);
    await askAll(line, turn);
    line.close();
  };
  const begin = (turn: Turn) => {
    const line = free.pop();
    if (order.connections === 'new') void onNew(turn);
    else if (line) void onKept(line, turn);
    else waiting.push(turn);
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
  for (const line of all) line.close();
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

const lines = (url: URL): Line[] => Array.from({ length: keptLines }, () => openLine(url));

process.on('message', (polling: Polling) => {
  void poll(polling).then((polled) => process.send?.(polled));
});
process.on('disconnect', () => process.exit());
