import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { type LocalServer, listenLocally } from './local-server.ts';

const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><title>bare</title>
<script type="module" src="/script.js"></script></head><body><div id="root"></div></body></html>`;

/** One page with one script, compressed as the service does. */
export async function serveScript(script: string): Promise<LocalServer> {
  const packed = brotliCompressSync(script);
  const server = createServer(({ url }, response) => {
    if (url !== '/script.js') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Encoding': 'br' }).end(packed);
  });
  return listenLocally(server, 'localhost');
}
