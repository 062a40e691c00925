import { type Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { assert } from 'vitest';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';

export interface PolledRequest {
  readonly path: string;
  readonly bearer: string;
  readonly headers?: Record<string, string>;
  readonly of: TestService;
  readonly agent?: Agent;
}

/** Sends a request over the network, because the cache responds before the routes. */
export async function poll({ path, bearer, headers = {}, of, agent }: PolledRequest) {
  const { port } = new URL(of.publicUrl());
  const sent = { authorization: `Bearer ${bearer}`, ...headers };
  const before = countHits(of);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: sent, agent }, resolve).once('error', reject);
  });
  const bytes = await buffer(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes,
    body: bytes.toString(),
    wasKept: countHits(of) > before,
  };
}

function countHits({ app }: TestService): number {
  return [...(app.guard.responseCache?.hitsByRoute.values() ?? [])].reduce((sum, one) => sum + one, 0);
}

/** Waits until responses are cached: a slow machine needs time to prove that the change feed is complete. */
export function pollUntilKept(request: PolledRequest) {
  return eventually(async () => {
    const first = await poll(request);
    const again = await poll(request);
    assert(again.wasKept);
    return { first, again };
  });
}
