import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { publicLookup } from './public-hosts.adapter.ts';

export interface RelayedRequest {
  readonly target: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a request without one. */
  readonly body: Readable | undefined;
  /** Ends it from the asking side. */
  readonly signal: AbortSignal;
}

export interface RelayedAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readable;
}

export interface Relay {
  /** Bodies are passed on as they come, in both directions; redirects are answers like any other. */
  send(request: RelayedRequest): Promise<RelayedAnswer>;
  close(): void;
}

/** Until the other side begins to answer; a body may then take its time, but not stand still. */
const patience = 30_000;

/** Passes requests on to other servers, over connections that are kept. */
export function createRelay({ allowPrivate }: { allowPrivate: boolean }): Relay {
  const options = {
    keepAlive: true,
    maxSockets: 256,
    timeout: patience,
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    send: ({ target, method, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const protocol = target.protocol === 'http:' ? 'http:' : 'https:';
        const start = protocol === 'http:' ? httpRequest : httpsRequest;
        const asked: ClientRequest = start(target, { method, headers, agent: agents[protocol], signal });
        asked.setTimeout(patience, () => asked.destroy(new Error('no answer in time')));
        asked.on('error', reject);
        asked.on('response', (answer) =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer }),
        );
        // A sender that goes away takes the request with it; the error is told by the request itself.
        if (body) pipeline(body, asked, () => {});
        else asked.end();
      }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
