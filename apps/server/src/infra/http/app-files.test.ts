import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import { servePages } from './app-files.routes.ts';
import { registerErrorHandler } from './error-handler.middleware.ts';
import {
  createAnswerHeaders,
  createPageHeaders,
  registerSecurityHeaders,
} from './security-headers.middleware.ts';

let app: FastifyInstance;
beforeAll(async () => {
  const folder = makeTestFolder();
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(dist, 'index.html'), '<title>app</title>');
  writeFileSync(join(dist, 'viewer-frame-word.html'), '<title>frame</title>');
  writeFileSync(join(dist, 'viewer-frame-exact.html'), '<title>exact frame</title>');
  mkdirSync(join(dist, 'exact-engine'));
  writeFileSync(join(dist, 'exact-engine', 'abc.bin.br'), 'packed chunk');
  writeFileSync(join(dist, 'icon.svg'), '<svg/>');
  writeFileSync(join(dist, 'sw.js'), 'worker');
  writeFileSync(join(dist, 'sw.js.br'), 'packed worker');
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}');
  writeFileSync(join(dist, 'assets', 'main-abc.js'), 'script');
  writeFileSync(join(dist, 'assets', 'main-abc.js.br'), 'packed');
  const consoleDir = join(folder, 'console');
  mkdirSync(join(consoleDir, 'assets'), { recursive: true });
  writeFileSync(join(consoleDir, 'index.html'), '<title>console</title>');
  writeFileSync(join(consoleDir, 'assets', 'console-abc.js'), 'console script');
  app = Fastify();
  registerErrorHandler(app);
  await registerSecurityHeaders(app, {
    allowedOrigins: [],
    headers: await createAnswerHeaders(),
  });
  await servePages(app, {
    appDir: dist,
    consoleDir,
    pageHeaders: await createPageHeaders(['https://speech.example']),
  });
});
afterAll(() => app.close());

const page = { accept: 'text/html,*/*' };

it.each(['/', '/pwdlogin', '/flowinfo16?id=1', '/some/where.else'])(
  'answers %s with the app',
  async (url) => {
    const response = await app.inject({ url, headers: page });
    expect([response.statusCode, response.body]).toEqual([200, '<title>app</title>']);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.headers['content-security-policy']).toContain(
      "connect-src 'self' https://speech.example;",
    );
  },
);

it.each(['/console', '/console/', '/console/t/tenant/people?open=1'])(
  'answers %s with the console under a policy without inline scripts and styles',
  async (url) => {
    const answer = await app.inject({ url, headers: page });
    expect([answer.statusCode, answer.body]).toEqual([200, '<title>console</title>']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
    );
  },
);

it('serves the files of the console below its path', async () => {
  const answer = await app.inject({ url: '/console/assets/console-abc.js' });
  expect([answer.body, answer.headers['cache-control']]).toEqual([
    'console script',
    'public, max-age=31536000, immutable',
  ]);
  expect((await app.inject({ url: '/console/assets/gone-abc.js' })).statusCode).toBe(404);
  expect((await app.inject({ url: '/consoles', headers: page })).body).toBe('<title>app</title>');
});

it.each([
  '/api/v1/none',
  '/otdf/none',
  '/kas/v2/none',
  '/kas.AccessService/None',
  '/policy.kasregistry.KeyAccessServerRegistryService/None',
  '/wellknownconfiguration.WellKnownService/None',
  '/.well-known/none',
  '/metrics',
])('serves no page at %s', async (url) => {
  const response = await app.inject({ url, headers: page });
  expect([response.statusCode, response.json().code]).toEqual([404, 'app.call_not_found']);
});

it('serves no page for a script request or a POST request', async () => {
  expect((await app.inject({ url: '/assets/gone-abc.js' })).statusCode).toBe(404);
  expect((await app.inject({ url: '/pwdlogin', method: 'POST', headers: page })).statusCode).toBe(404);
});

it('caches files with a hash in their names permanently and compresses them for clients that support it', async () => {
  const plain = await app.inject({ url: '/assets/main-abc.js' });
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    'script',
    'public, max-age=31536000, immutable',
  ]);
  const packed = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br']);
  expect(packed.headers['content-type']).toContain('javascript');
});

it('caches the icon for a day', async () => {
  const { headers } = await app.inject({ url: '/icon.svg' });
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=86400' });
});

it.each([
  ['', 'worker'],
  ['br', 'packed worker'],
])('allows the service worker for all paths and never caches it (%s)', async (encoding, body) => {
  const response = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': encoding } });
  expect([response.statusCode, response.body]).toEqual([200, body]);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' });
  expect(response.headers['content-type']).toContain('javascript');
  expect(response.headers['content-security-policy']).toMatch(/worker-src 'self'.*manifest-src 'self'/);
});

it('sets the sources of workers and frames, also for engines that know only child-src', async () => {
  const { headers } = await app.inject({ url: '/', headers: page });
  const sources = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/, 2)),
  );
  expect(sources).toMatchObject({
    'default-src': "'none'",
    'worker-src': "'self'",
    'child-src': "'self'",
    'frame-src': "'self'",
  });
});

it('serves the web app manifest with its own media type', async () => {
  const { headers } = await app.inject({ url: '/manifest.webmanifest' });
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
  expect(headers['content-type']).toContain('application/manifest+json');
});

it('isolates the frames of the viewers from network and page', async () => {
  const { headers } = await app.inject({ url: '/viewer-frame-word.html', headers: page });
  expect(headers['content-security-policy']).toMatch(
    /^sandbox allow-scripts; default-src 'none';.*worker-src blob:; child-src blob:; frame-src 'none';.*connect-src 'none'/,
  );
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
});

it('isolates the page, its frames and its scripts, so that the engine of exact pages may share memory', async () => {
  for (const url of [
    '/documents',
    '/viewer-frame-exact.html',
    '/viewer-frame-word.html',
    '/assets/main-abc.js',
  ]) {
    const { headers } = await app.inject({ url, headers: page });
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  }
});

it('lets only the frame of exact pages load scripts from blobs', async () => {
  const policyOf = async (family: string) => {
    const { headers } = await app.inject({ url: `/viewer-frame-${family}.html`, headers: page });
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  expect(await policyOf('exact')).toBe("'unsafe-inline' 'wasm-unsafe-eval' blob:");
  expect(await policyOf('word')).toBe("'unsafe-inline' 'wasm-unsafe-eval'");
});

it('serves the compressed chunks of the engine of exact pages for ever', async () => {
  const chunk = await app.inject({ url: '/exact-engine/abc.bin', headers: { 'accept-encoding': 'br' } });
  expect([chunk.statusCode, chunk.body]).toEqual([200, 'packed chunk']);
  expect(chunk.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
});

it.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%5c..%5c..%5csecret.txt',
  '/console/../secret.txt',
  '/console/%2e%2e/secret.txt',
  '/console/assets/..%2f..%2fsecret.txt',
])('serves no file outside its folder: %s', async (url) => {
  expect((await app.inject({ url })).body).not.toContain('secret');
});
