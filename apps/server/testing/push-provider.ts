import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that the provider received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Provider {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Queued responses. The provider responds with 201 when the queue is empty. */
  readonly responses: { status: number; headers?: Record<string, string>; body?: object }[];
  close(): Promise<void>;
}

/** Starts a local push provider. */
export async function openProvider(
  handle?: (received: ReceivedRequest, reply: ServerResponse) => boolean,
): Promise<Provider> {
  const received: ReceivedRequest[] = [];
  const responses: Provider['responses'] = [];
  const respond = (one: ReceivedRequest, reply: ServerResponse) => {
    if (handle?.(one, reply)) return;
    received.push(one);
    const { status, headers: own = {}, body = {} } = responses.shift() ?? { status: 201 };
    reply.writeHead(status, { 'content-type': 'application/json', ...own }).end(JSON.stringify(body));
  };
  const server: Server = createServer((request, reply) => {
    const { method = '', url: path = '', headers } = request;
    void buffer(request).then((body) => respond({ method, path, headers, body }, reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const jsonOf = (body: Buffer | string | undefined) => JSON.parse((body ?? '').toString());
