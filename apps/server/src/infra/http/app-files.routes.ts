import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyNotFound } from './error-handler.middleware.ts';

/** Paths of the API and of other protocols: an unknown one gets an error, not the app's page. */
const apiPaths =
  /^\/(?:api|otdf|kas|kas\.AccessService|policy\.kasregistry\.\w+|wellknownconfiguration\.\w+|\.well-known|healthz|readyz|metrics)(?:\/|$)/;

/**
 * The frames that draw documents run third-party parsers. Their origin is opaque and they have no network access. Each page
 * narrows the script source further by the hash of its one script.
 */
const framePaths = /^viewer-frame-[a-z]+\.html$/;
const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  'worker-src blob:',
  // WebKit before Safari 15.5 does not support worker-src and falls back to child-src; frames follow frame-src everywhere.
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

/** The service worker, which caches the app's files. It is never cached itself, or browsers would miss new versions. */
const serviceWorkerPath = 'sw.js';

/** Serves the built app. Its `index.html` answers every path of the app's router. */
export async function serveApp(app: FastifyInstance, appDir: string): Promise<void> {
  if (!existsSync(join(appDir, 'index.html'))) {
    app.log.warn('APP_DIR not found; serving the API only');
    app.setNotFoundHandler((_request, reply) => replyNotFound(reply));
    return;
  }
  await app.register(fastifyStatic, {
    root: appDir,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => setAssetHeaders(reply, relative(appDir, path)),
  });
  app.setNotFoundHandler((request, reply) =>
    isPageRequest(request) ? reply.sendFile('index.html') : replyNotFound(reply),
  );
}

function isPageRequest(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://localhost');
  const acceptsHtml = (request.headers.accept ?? '').includes('text/html');
  return ['GET', 'HEAD'].includes(request.method) && acceptsHtml && !apiPaths.test(pathname);
}

function setAssetHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  const isHashed = path.startsWith('assets/');
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  const name = path.replace(/\.(?:br|gz)$/, '');
  // The scope is the whole app, even if a proxy serves the files from a subfolder.
  if (name === serviceWorkerPath) reply.header('service-worker-allowed', '/');
  if (!framePaths.test(name)) return;
  reply.header('content-security-policy', framePolicy).header('x-frame-options', 'SAMEORIGIN');
}
