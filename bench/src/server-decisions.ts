import { Agent, request } from 'node:http';
import type { Ask } from './server-programs.ts';

interface Decisions {
  readonly url: string;
  /** The time between two decisions in ms. */
  readonly period: number;
  readonly next: () => Ask;
}

/** The maximum number of concurrent decisions. */
const most = 16;

/** Missed decisions are skipped beyond this many periods, so that a slow server is not overloaded. */
const latest = 5;

/** Decides at a constant rate. @returns a function that stops it and returns the decisions per second. */
export function decisions({ url, period, next }: Decisions): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  let due = begun;
  let made = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.max(due, now - latest * period);
    for (; due <= now && underWay.size < most; due += period) {
      made += 1;
      const one = decide(agent, url, next()).finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }, period / 2);
  return async () => {
    clearInterval(timer);
    const perSecond = (made * 1000) / (performance.now() - begun);
    await Promise.all(underWay);
    agent.destroy();
    return perSecond;
  };
}

function decide(agent: Agent, url: string, { method, path, headers, body = '' }: Ask): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      new URL(path, url),
      { agent, method, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume().once('end', resolve);
        if (answer.statusCode !== 200) reject(new Error(`a decision was answered by ${answer.statusCode}`));
      },
    );
    sent.once('error', reject).end(body);
  });
}
