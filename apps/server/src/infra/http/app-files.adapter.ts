import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './failure.adapter.ts';

/** Paths that are calls: an unknown one is an error for a program, not a page for a person. */
const callPaths = /^\/(?:api|otdf|\.well-known|healthz|readyz|metrics)(?:\/|$)/;

/**
 * The frames that draw documents run with an opaque origin: they may be framed by our page, run our scripts and
 * nothing else; no connection leads out of them.
 */
const framePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data: blob:',
  'media-src blob:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self' https://localhost capacitor://localhost",
  'sandbox allow-scripts',
].join('; ');

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
  if (hashed) {
    // Public code, also loaded by frames of an opaque origin.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  }
  if (/(^|\/)(viewer|frame)[^/]*\.html(\.\w+)?$/.test(path)) {
    reply.header('content-security-policy', framePolicy).header('x-frame-options', 'SAMEORIGIN');
  }
}
