import { Agent, request } from 'node:http';
import type { HttpRequest } from './server-programs.ts';

interface Decisions {
  readonly url: string;
  /** The time between two decisions in ms. */
  readonly period: number;
  readonly next: () => HttpRequest;
}

/** The maximum number of concurrent decisions. */
const maxConcurrent = 16;

/** Missed decisions are skipped beyond this many periods, so that a slow server is not overloaded. */
const mostLate = 5;

/** Decides at a constant rate. @returns a function that stops it and returns the decisions per second. */
export function decisions({ url, period, next }: Decisions): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const inProgress = new Set<Promise<void>>();
  const begun = performance.now();
  let due = begun;
  let made = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.max(due, now - mostLate * period);
    for (; due <= now && inProgress.size < maxConcurrent; due += period) {
      made += 1;
      const one = decide(agent, url, next()).finally(() => inProgress.delete(one));
      inProgress.add(one);
    }
  }, period / 2);
  return async () => {
    clearInterval(timer);
    const perSecond = (made * 1000) / (performance.now() - begun);
    await Promise.all(inProgress);
    agent.destroy();
    return perSecond;
  };
}

function decide(agent: Agent, url: string, { method, path, headers, body = '' }: HttpRequest): Promise<void> {
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
