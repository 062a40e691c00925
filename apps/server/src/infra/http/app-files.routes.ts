import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import { framePolicy } from '@sealflow/domain/frame-policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyNotFound } from './error-handler.middleware.ts';
import type { SecurityHeaders } from './security-headers.middleware.ts';

/** Paths of the API and of other protocols: an unknown one gets an error, not the app's page. */
const apiPaths =
  /^\/(?:api|otdf|kas|kas\.AccessService|policy\.kasregistry\.\w+|wellknownconfiguration\.\w+|\.well-known|healthz|readyz|metrics)(?:\/|$)/;

/**
 * The frames that draw documents run third-party parsers. Their origin is opaque and they have no network access. Each page
 * narrows the script source further by the hash of its one script.
 */
const framePaths = /^viewer-frame-[a-z]+\.html$/;
const framePolicyOf = (scripts: string) =>
  `sandbox allow-scripts; ${framePolicy(scripts)}; frame-ancestors 'self'`;

const frameScripts = "'unsafe-inline' 'wasm-unsafe-eval'";
const plainFramePolicy = framePolicyOf(frameScripts);

/** The frame of exact pages loads the engine's script into its worker as a blob. The app has verified the script. */
const exactFramePath = 'viewer-frame-exact.html';
const exactFramePolicy = framePolicyOf(`${frameScripts} blob:`);

/** The chunks of the engine of exact pages. Their names are digests of their content. */
const hashedFolders = /^(?:assets|exact-engine)\//;
/** The icons of the app, with their compressed forms. */
const iconFiles = /^(?:icon\.svg|icons\/[^/]+\.png)(?:\.br|\.gz)?$/;

/** The service worker, which caches the app's files. It is never cached itself, or browsers would miss new versions. */
const serviceWorkerPath = 'sw.js';

/** Path of the administrators' console. It is a page of its own with the paths of its own router. */
const consolePath = '/console';
const consolePaths = new RegExp(`^${consolePath}(?:/|$)`);

/** The console loads scripts and styles from the service only and needs no WebAssembly, no frames and no workers. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

type SetHeaders = (reply: Pick<FastifyReply, 'header'>, path: string) => void;

export interface PagesOptions {
  /** The folder of the built app; one that does not exist is not served. */
  readonly appDir: string;
  /** The folder of the built console; one that does not exist is not served. */
  readonly consoleDir: string;
  readonly pageHeaders: SecurityHeaders;
}

/** Serves the built app and the built console. Their `index.html` answers every path of their routers. */
export async function servePages(
  app: FastifyInstance,
  { appDir, consoleDir, pageHeaders }: PagesOptions,
): Promise<void> {
  const hasApp = existsSync(join(appDir, 'index.html'));
  const hasConsole = existsSync(join(consoleDir, 'index.html'));
  if (!hasApp) app.log.warn('APP_DIR not found; serving no app');
  if (!hasConsole) app.log.warn('CONSOLE_DIR not found; serving no console');
  // The registration of the app sends the console's page too.
  const setHeaders: SetHeaders = (reply, path) => {
    for (const [name, value] of Object.entries(pageHeaders)) reply.header(name, value);
    const inConsole = relative(consoleDir, path);
    if (inConsole.startsWith('..')) setAssetHeaders(reply, relative(appDir, path));
    else setConsoleHeaders(reply, inConsole);
  };
  const common = { preCompressed: true, cacheControl: false, setHeaders };
  if (hasApp) {
    await app.register(fastifyStatic, {
      ...common,
      root: appDir,
    });
  }
  if (hasConsole) {
    await app.register(fastifyStatic, {
      ...common,
      root: consoleDir,
      prefix: `${consolePath}/`,
      decorateReply: !hasApp,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) return replyNotFound(reply);
    if (!consolePaths.test(request.url)) return hasApp ? reply.sendFile('index.html') : replyNotFound(reply);
    if (!hasConsole) return replyNotFound(reply);
    return reply.sendFile('index.html', consoleDir);
  });
}

function setConsoleHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  setCacheHeader(reply, path);
  reply.header('content-security-policy', consolePolicy);
}

function cacheControlOf(path: string): string {
  if (hashedFolders.test(path)) return 'public, max-age=31536000, immutable';
  // Chromium requests the icon at each navigation inside the page. A new icon may appear a day late.
  return iconFiles.test(path) ? 'public, max-age=86400' : 'no-cache';
}

function setCacheHeader(reply: Pick<FastifyReply, 'header'>, path: string): void {
  reply.header('cache-control', cacheControlOf(path));
}

function isPageRequest(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://localhost');
  const acceptsHtml = (request.headers.accept ?? '').includes('text/html');
  return ['GET', 'HEAD'].includes(request.method) && acceptsHtml && !apiPaths.test(pathname);
}

function setAssetHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  setCacheHeader(reply, path);
  const name = path.replace(/\.(?:br|gz)$/, '');
  // The scope is the whole app, even if a proxy serves the files from a subfolder.
  // Only an isolated page may share memory between threads, as the engine of exact pages does. All files of the page, its
  // frames and its workers have to agree.
  reply.header('cross-origin-embedder-policy', 'require-corp');
  if (name === serviceWorkerPath) reply.header('service-worker-allowed', '/');
  if (!framePaths.test(name)) return;
  const policy = name === exactFramePath ? exactFramePolicy : plainFramePolicy;
  reply.header('content-security-policy', policy).header('x-frame-options', 'SAMEORIGIN');
  // Firefox compares with the opaque origin of the frame, in a page that requires the policy. The page is public, and
  // `frame-ancestors` still decides who may show it.
  reply.header('cross-origin-resource-policy', 'cross-origin');
}
