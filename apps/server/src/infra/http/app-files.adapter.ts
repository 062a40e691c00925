import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './failure.adapter.ts';

/** Paths that are calls: an unknown one is an error for a program, not a page for a person. */
const callPaths =
  /^\/(?:api|otdf|kas|kas\.AccessService|policy\.kasregistry\.\w+|wellknownconfiguration\.\w+|\.well-known|healthz|readyz|metrics)(?:\/|$)/;

/**
 * The frames that draw documents run third-party parsers with an opaque origin; nothing leads out of them. Each page
 * narrows the script source by the hash of its one script.
 */
const framePaths = /^viewer-frame-[a-z]+\.html$/;
const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  'worker-src blob:',
  // WebKit below Safari 15.5 knows no worker-src and takes workers from child-src; frames of any engine follow frame-src.
  'child-src blob:',
  "frame-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** What keeps the app's files in the browser; never kept itself, or no new version would be noticed. */
const workerPath = 'sw.js';

/** Serves the built app; its `index.html` answers every path of the app's own router. */
export async function serveApp(app: FastifyInstance, appDir: string): Promise<void> {
  if (!existsSync(join(appDir, 'index.html'))) {
    app.log.warn('the app is not built: only the calls are served');
    app.setNotFoundHandler((_request, reply) => notFound(reply));
    return;
  }
  await app.register(fastifyStatic, {
    root: appDir,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => headersOf(reply, relative(appDir, path)),
  });
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? reply.sendFile('index.html') : notFound(reply),
  );
}

function isPage(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://localhost');
  const asksForPage = (request.headers.accept ?? '').includes('text/html');
  return ['GET', 'HEAD'].includes(request.method) && asksForPage && !callPaths.test(pathname);
}

function headersOf(reply: Pick<FastifyReply, 'header'>, path: string): void {
  const hashed = path.startsWith('assets/');
  reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  const name = path.replace(/\.(?:br|gz)$/, '');
  // It speaks for every address of the app, also where a proxy serves the files from a folder.
  if (name === workerPath) reply.header('service-worker-allowed', '/');
  if (!framePaths.test(name)) return;
  reply.header('content-security-policy', framePolicy).header('x-frame-options', 'SAMEORIGIN');
}
