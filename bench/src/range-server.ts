import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder with range requests and counts the bytes sent for each file. */
export async function serveRanges(folder: string) {
  const sent = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? '/index.html' : normalize(decodeURIComponent(pathname));
    const answer = async () => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const start = Number(from ?? 0);
      const end = to ? Math.min(size - 1, Number(to)) : size - 1;
      const isPart = from !== undefined;
      response.writeHead(isPart ? 206 : 200, {
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        'Content-Length': end - start + 1,
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'no-store',
        ETag: `"${size}-${mtimeMs}"`,
        ...(isPart ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
      });
      sent.set(name, (sent.get(name) ?? 0) + end - start + 1);
      createReadStream(path, { start, end }).pipe(response);
    };
    answer().catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    sentOf: (name: string) => sent.get(name) ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
