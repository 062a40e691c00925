import { Agent, request } from 'node:http';
import { quantile } from './stats.ts';

/** What the pollers do: each asks all its paths once a period, at a moment of its own. */
export interface Polling {
  readonly urls: readonly string[];
  readonly tokens: readonly string[];
  readonly paths: readonly string[];
  /** Milliseconds between two asks of the same path by the same person. */
  readonly period: number;
  readonly seconds: number;
}

export interface Polled {
  readonly perSecond: number;
  /** From the moment an ask was due to its answer, in ms: a service that falls behind shows it. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

const connections = 256;

/** Asks at a steady rate, whether it is answered or not. */
async function poll({ urls, tokens, paths, period, seconds }: Polling): Promise<Polled> {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: connections / urls.length }));
  const asks = tokens.length * paths.length;
  const gap = period / asks;
  const all = Math.round((seconds * 1000) / gap);
  const times = new Float64Array(all);
  let failed = 0;
  let answered = 0;
  let next = 0;
  const begun = performance.now();
  const dueAt = (number: number) => begun + Math.floor(number / paths.length) * paths.length * gap;
  await new Promise<void>((resolve) => {
    const ask = (number: number) => {
      const due = dueAt(number);
      const person = Math.floor(number / paths.length);
      const token = tokens[person % tokens.length] ?? '';
      const path = paths[number % paths.length] ?? '';
      const node = person % urls.length;
      const done = (isGood: boolean) => {
        times[number] = performance.now() - due;
        if (!isGood) failed += 1;
        answered += 1;
        if (answered === all) resolve();
      };
      const sent = request(
        new URL(path, urls[node]),
        { agent: agents[node], headers: { authorization: `Bearer ${token}` } },
        (answer) => answer.resume().once('close', () => done(answer.complete && answer.statusCode === 200)),
      );
      sent.once('error', () => done(false)).end();
    };
    const timer = setInterval(() => {
      const now = performance.now();
      while (next < all && dueAt(next) <= now) {
        ask(next);
        next += 1;
      }
      if (next === all) clearInterval(timer);
    }, 1);
  });
  const took = (performance.now() - begun) / 1000;
  for (const agent of agents) agent.destroy();
  const sorted = times.toSorted();
  return {
    perSecond: (all - failed) / took,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    failed,
  };
}

process.on('message', (polling: Polling) => {
  void poll(polling).then((polled) => process.send?.(polled));
});
process.on('disconnect', () => process.exit());
