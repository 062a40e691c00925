import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { isPrivateAddress, PrivateAddressError, publicLookup } from './public-hosts.adapter.ts';

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

/** The other side did not begin to answer in time. */
export class RelayTimeoutError extends Error {
  override readonly name = 'RelayTimeoutError';
}

export interface Relay {
  /** Bodies are passed on as they come, in both directions; redirects are answers like any other. */
  send(request: RelayedRequest): Promise<RelayedAnswer>;
  close(): void;
}

/**
 * Passes requests on to other servers, over connections that are kept.
 * @param options.patienceMs - until the other side begins to answer, once it has the whole request; bodies may take their
 * time, but not stand still.
 */
export function createRelay({
  allowPrivate,
  patienceMs: patience = 30_000,
}: {
  allowPrivate: boolean;
  patienceMs?: number;
}): Relay {
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
        // No look-up is asked for what is an address already.
        if (!allowPrivate && isPrivateAddress(target.hostname))
          throw new PrivateAddressError('a private address');
        const protocol = target.protocol === 'http:' ? 'http:' : 'https:';
        const start = protocol === 'http:' ? httpRequest : httpsRequest;
        const asked: ClientRequest = start(target, { method, headers, agent: agents[protocol], signal });
        const giveUp = () => void asked.destroy(new RelayTimeoutError('no answer in time'));
        asked.setTimeout(patience, giveUp);
        // Hints, or a header that comes letter by letter, keep the connection busy without ever answering.
        let deadline: NodeJS.Timeout | undefined;
        let isAnswered = false;
        asked.once('finish', () => {
          if (!isAnswered) deadline = setTimeout(giveUp, patience).unref();
        });
        asked.once('close', () => clearTimeout(deadline));
        asked.on('error', reject);
        asked.on('response', (answer) => {
          isAnswered = true;
          clearTimeout(deadline);
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answer });
        });
        // Nobody asked for another protocol: what speaks it is cut off, or the request would never end.
        asked.on('upgrade', (_answer, socket) => {
          socket.destroy();
          reject(new Error('the other side switched protocols'));
        });
        if (body) passOn(body, asked);
        else asked.end();
      }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/**
 * As `pipeline`, but it leaves the body alone where the other side answers before its end: destroyed, it would take the
 * sender's connection with it, and with that the answer.
 */
function passOn(body: Readable, asked: ClientRequest): void {
  body.pipe(asked);
  // A sender that goes away takes the request with it; that is told by the request itself.
  body.once('error', () => asked.destroy());
  body.once('close', () => {
    if (!body.readableEnded) asked.destroy();
  });
}
