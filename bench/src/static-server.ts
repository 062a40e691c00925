import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type LocalServer, listenLocally } from './local-server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a built app as the service does, with `index.html` for every screen path and no API. */
export async function serveStatic(folder: string): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
      return;
    }
    const name = extname(pathname) ? normalize(decodeURIComponent(pathname)) : '/index.html';
    readFile(join(folder, name)).then(
      (content) =>
        response
          .writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  return listenLocally(server);
}
