import { createReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { framePolicy } from '@sealflow/domain/frame-policy';
import type { BuiltFiles } from './corpus-page.ts';
import { type LocalServer, listenLocally } from './local-server.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The headers of the app’s page. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "child-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "style-src 'self'",
  "frame-src 'self'",
].join('; ');

/** The headers of pages with parsers. */
const parserPolicyOf = (scripts: string) =>
  `sandbox allow-scripts; ${framePolicy(`'unsafe-inline' 'wasm-unsafe-eval'${scripts}`)}; frame-ancestors 'self'`;

const policyOf = (name: string) => {
  if (name === 'index.html') return { 'Content-Security-Policy': policy };
  if (!name.startsWith('viewer-frame-')) return {};
  return {
    'Content-Security-Policy': parserPolicyOf(name === 'viewer-frame-exact.html' ? ' blob:' : ''),
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
};

/** The page is isolated, as that of the app, because the engine of exact pages shares memory between threads. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const stageStyle =
  'html, body { margin: 0; height: 100% } #stage { position: fixed; inset: 0; overflow: hidden }';

function sendPart(response: ServerResponse, path: string, range: string | undefined): void {
  const { size } = statSync(path);
  const [, from = '0', to = String(size - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const end = Math.min(Number(to), size - 1);
  response.writeHead(206, { 'Content-Length': Math.max(0, end - Number(from) + 1) });
  if (Number(from) > end) response.end();
  else createReadStream(path, { start: Number(from), end }).pipe(response);
}

/** Serves the built page, and the documents by index with range requests. */
export async function serveCorpus(files: BuiltFiles, documents: readonly string[]): Promise<LocalServer> {
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const [, number] = /^\/documents\/(\d+)$/.exec(pathname) ?? [];
    const document = number === undefined ? undefined : documents[Number(number)];
    if (document !== undefined) return sendPart(response, document, headers.range);
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const content = name === 'stage.css' ? stageStyle : files.get(name);
    if (content === undefined) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      ...isolation,
      ...policyOf(name),
    });
    return response.end(content);
  });
  return listenLocally(server);
}
