import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenInFront } from './front-ports.ts';
import { origin } from './service.ts';

/** The service under test behind a proxy that can publish a new version of the app. */
export class VersionedProxy {
  /** Incremented by a test. Each number is another version of the service worker. */
  version = 1;
  readonly #server = createServer((incoming, serverResponse) => {
    const { method, headers, url = '/' } = incoming;
    const isWorker = url === '/sw.js';
    const outgoing = request(origin() + url, {
      method,
      headers: isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers,
    });
    outgoing.on('error', () => serverResponse.destroy());
    outgoing.on('response', (response) => {
      if (!isWorker) {
        serverResponse.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(serverResponse);
        return;
      }
      const { 'content-length': _, etag: __, 'last-modified': ___, ...otherHeaders } = response.headers;
      void text(response).then((script) =>
        serverResponse.writeHead(200, otherHeaders).end(`${script}\n// ${this.version}`),
      );
    });
    incoming.pipe(outgoing);
  });

  static async open(): Promise<VersionedProxy> {
    const proxy = new VersionedProxy();
    await listenInFront(proxy.#server);
    return proxy;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
