import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { StaticServer } from './static-server.ts';

const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><title>bare</title>
<script type="module" src="/script.js"></script></head><body><div id="root"></div></body></html>`;

/** One page with one script, packed as the service packs its own. */
export async function serveScript(script: string): Promise<StaticServer> {
  const packed = brotliCompressSync(script);
  const server = createServer(({ url }, response) => {
    if (url !== '/script.js') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Encoding': 'br' }).end(packed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
