import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { isPrivateAddress, PrivateAddressError, publicLookup } from './public-hosts.util.ts';

export interface RelayedRequest {
  readonly target: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the request has no body. */
  readonly body: Readable | undefined;
  /** Aborts the request, for example when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface RelayedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readable;
}

/** The target server did not start to answer within the timeout. */
export class RelayTimeoutError extends Error {
  override readonly name = 'RelayTimeoutError';
}

export interface Relay {
  /** Streams the bodies in both directions. Redirects are not followed. */
  send(request: RelayedRequest): Promise<RelayedResponse>;
  close(): void;
}

/**
 * Creates a relay that forwards requests to other servers over keep-alive connections.
 * @param options.timeoutMs - from the end of the request to the start of the answer, and for an idle connection. Bodies that
 *   make progress have no time limit.
 */
export function createRelay({
  allowPrivate,
  timeoutMs = 30_000,
}: {
  allowPrivate: boolean;
  timeoutMs?: number;
}): Relay {
  const options = {
    keepAlive: true,
    maxSockets: 256,
    timeout: timeoutMs,
    ...(allowPrivate ? {} : { lookup: publicLookup }),
  };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    send: ({ target, method, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        // The lookup function is not called for IP addresses, so they are checked here.
        if (!allowPrivate && isPrivateAddress(target.hostname))
          throw new PrivateAddressError('host is a private address');
        const protocol = target.protocol === 'http:' ? 'http:' : 'https:';
        const start = protocol === 'http:' ? httpRequest : httpsRequest;
        const outgoing: ClientRequest = start(target, { method, headers, agent: agents[protocol], signal });
        const destroyOnTimeout = () =>
          void outgoing.destroy(new RelayTimeoutError('no response within the timeout'));
        outgoing.setTimeout(timeoutMs, destroyOnTimeout);
        // Early hints or a header sent byte by byte reset the idle timeout, so a separate deadline is needed.
        let deadline: NodeJS.Timeout | undefined;
        let isAnswered = false;
        outgoing.once('finish', () => {
          if (!isAnswered) deadline = setTimeout(destroyOnTimeout, timeoutMs).unref();
        });
        outgoing.once('close', () => clearTimeout(deadline));
        outgoing.on('error', reject);
        outgoing.on('response', (response) => {
          isAnswered = true;
          clearTimeout(deadline);
          resolve({ status: response.statusCode ?? 502, headers: response.headers, body: response });
        });
        // No upgrade was requested. Without this handler the request would never end.
        outgoing.on('upgrade', (_answer, socket) => {
          socket.destroy();
          reject(new Error('target server switched protocols'));
        });
        if (body) pipeBody(body, outgoing);
        else outgoing.end();
      }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/**
 * Like `pipeline`, but does not destroy the body if the target answers before its end: that would close the connection of the
 * client before the answer is sent.
 */
function pipeBody(body: Readable, outgoing: ClientRequest): void {
  body.pipe(outgoing);
  // A disconnected client aborts the request, whose error handler reports it.
  body.once('error', () => outgoing.destroy());
  body.once('close', () => {
    if (!body.readableEnded) outgoing.destroy();
  });
}
