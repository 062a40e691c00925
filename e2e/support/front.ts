import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenInFront } from './front-ports.ts';
import { origin } from './service.ts';

/** The service under test behind a proxy that can publish a new version of the app. */
export class VersionedProxy {
  /** Incremented by a test. Each number is another version of the service worker. */
  version = 1;
  readonly #server = createServer((incoming, reply) => {
    const { method, headers, url = '/' } = incoming;
    const isWorker = url === '/sw.js';
    const asked = ask(origin() + url, {
      method,
      headers: isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers,
    });
    asked.on('error', () => reply.destroy());
    asked.on('response', (answer) => {
      if (!isWorker) {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
        return;
      }
      const { 'content-length': _, etag: __, 'last-modified': ___, ...kept } = answer.headers;
      void text(answer).then((worker) => reply.writeHead(200, kept).end(`${worker}\n// ${this.version}`));
    });
    incoming.pipe(asked);
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
