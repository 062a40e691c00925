import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, password } from '../testing/accounts.ts';
import { eventually } from '../testing/eventually.ts';
import { makeTestFolder } from '../testing/folder.ts';
import type { TestService } from '../testing/service.ts';
import { fileTokenOf, sendFile } from '../testing/uploads.ts';

/** Folder of the built app. */
function builtApp(): string {
  const folder = join(makeTestFolder(), 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const page = '<!doctype html><meta charset="utf-8"><title>app</title>';
  for (const name of ['index.html', 'viewer-frame-word.html']) writeFileSync(join(folder, name), page);
  writeFileSync(join(folder, 'sw.js'), 'self.onfetch = null;');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'export {};');
  return folder;
}

let service: TestService;
let account: string;
let file: string;
let stored: { uri: string };

beforeAll(async () => {
  service = await openAccounts({
    APP_DIR: builtApp(),
    LOG_LEVEL: 'warn',
    KEY_ACCESS_LIMIT: '3',
    UPLOAD_LIMIT_BYTES: '1000',
  });
  await service.listen();
  account = (await service.signIn('li', password)).token;
  file = await fileTokenOf(service, 'li');
  stored = (await sendFile(service, file, '<script>alert(1)</script>', { name: 'page.html' })).json();
});
afterAll(() => service.close());

interface RequestOptions {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Sends a request over the network, because the test checks the headers that leave the service. */
async function ask({ path, method = 'GET', headers = {}, body }: RequestOptions): Promise<ReceivedResponse> {
  const { port } = new URL(service.publicUrl());
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: received } = response;
  if (received['content-type']?.startsWith('text/event-stream')) response.destroy();
  else await text(response);
  return { status, headers: received };
}

/** Sends raw bytes that no client library would send. */
async function askRaw(bytes: string): Promise<ReceivedResponse> {
  const { port } = new URL(service.publicUrl());
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(bytes);
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(pairs) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const page = { accept: 'text/html,*/*' };
const json = { 'content-type': 'application/json' };
const devices = '/api/v1/devices';
const counts = '/api/v1/tenants/t-one/user-tasks?skip=0&limit=0&state=awaiting&type=approval';
const fileOf = () => `/api/v1/files/${stored.uri}`;
const rewrap = '/otdf/t-one/kas/v2/rewrap';
const connectRewrap = '/otdf/t-one/kas.AccessService/Rewrap';

/** One request for each class of response, keyed by status. */
const requests: Record<string, () => Promise<ReceivedResponse>> = {
  '200 a page': () => ask({ path: '/pwdlogin', headers: page }),
  '200 a frame of a viewer': () => ask({ path: '/viewer-frame-word.html', headers: page }),
  '200 an asset': () => ask({ path: '/assets/main-abc.js' }),
  '304 an asset': async () => {
    const { headers } = await ask({ path: '/assets/main-abc.js' });
    return ask({ path: '/assets/main-abc.js', headers: { 'if-none-match': String(headers.etag) } });
  },
  '200 the service worker': () => ask({ path: '/sw.js' }),
  '200 the manifest': () => ask({ path: '/manifest.webmanifest' }),
  '404 no asset': () => ask({ path: '/assets/gone-abc.js' }),
  '200 JSON': () => ask({ path: devices, headers: bearer(account) }),
  '200 cached JSON': () =>
    eventually(async () => {
      const before = given();
      const received = await ask({ path: counts, headers: bearer(account) });
      expect(given()).toBeGreaterThan(before);
      return received;
    }),
  '200 events': () => ask({ path: '/api/v1/events', headers: bearer(account) }),
  '200 public keys': () => ask({ path: '/.well-known/jwks.json' }),
  '200 the contract': () => ask({ path: '/api/v1/openapi.json' }),
  '200 health': () => ask({ path: '/healthz' }),
  '200 readiness': () => ask({ path: '/readyz' }),
  '200 measures': () => ask({ path: '/metrics' }),
  '401 measures': () => ask({ path: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } }),
  '204 preflight from an allowed origin': () =>
    ask({
      path: devices,
      method: 'OPTIONS',
      headers: { origin: 'https://localhost', 'access-control-request-method': 'GET' },
    }),
  '400 invalid request': () => ask({ path: `${devices}?wrong=1`, headers: bearer(account) }),
  '400 undecodable path': () => ask({ path: '/api/v1/devices/%ff' }),
  '400 no HTTP': () => askRaw('nonsense\r\n\r\n'),
  '401 no token': () => ask({ path: devices }),
  '403 not this tenant': () => ask({ path: '/api/v1/tenants/t-none/current-user', headers: bearer(account) }),
  '404 unknown call': () => ask({ path: '/api/v1/nothing', headers: page }),
  '404 unsupported method': () => ask({ path: devices, method: 'TRACE' }),
  '413 too large': () =>
    ask({
      path: '/api/v1/auth/token',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: 'x'.repeat(1_100_000) }),
    }),
  '431 request header too large': () =>
    askRaw(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
  '200 bytes of a file': () => ask({ path: fileOf(), headers: bearer(file) }),
  '200 HEAD of a file': () => ask({ path: fileOf(), method: 'HEAD', headers: bearer(file) }),
  '206 some bytes of a file': () => ask({ path: fileOf(), headers: { ...bearer(file), range: 'bytes=0-3' } }),
  '304 bytes of a file': async () => {
    const { headers } = await ask({ path: fileOf(), method: 'HEAD', headers: bearer(file) });
    return ask({ path: fileOf(), headers: { ...bearer(file), 'if-none-match': String(headers.etag) } });
  },
  '416 no bytes of a file': () => ask({ path: fileOf(), headers: { ...bearer(file), range: 'bytes=900-' } }),
  '404 no file': () => ask({ path: '/api/v1/files/none', headers: bearer(file) }),
  '404 no key of no tenant': () => ask({ path: '/otdf/none/kas/v2/kas_public_key' }),
  '401 a refused licence': () => ask({ path: rewrap, method: 'POST', headers: json, body: '{}' }),
  '401 a refused licence by Connect': () =>
    ask({ path: connectRewrap, method: 'POST', headers: json, body: '{}' }),
  '429 too many requests': async () => {
    const often = () => ask({ path: rewrap, method: 'POST', headers: json, body: '{}' });
    for (let index = 0; index < 3; index += 1) await often();
    return often();
  },
};

const given = () =>
  [...(service.app.guard.responseCache?.hitsByRoute.values() ?? [])].reduce((sum, one) => sum + one, 0);

test.each(Object.entries(requests))('%s has the security headers for browsers', async (name, send) => {
  const { status, headers } = await send();
  expect(status).toBe(Number(name.split(' ')[0]));
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-opener-policy': 'same-origin',
    // Firefox loads a frame with an opaque origin into an isolated page only if its page says so.
    'cross-origin-resource-policy': name.includes('frame') ? 'cross-origin' : 'same-origin',
  });
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
  const policy = directivesOf(headers['content-security-policy']);
  const isFrame = name.includes('frame');
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': isFrame ? "'self'" : "'none'",
  });
  expect(Object.values(policy).join(' ')).not.toMatch(
    isFrame ? /'unsafe-eval'|\*|https?:/ : /'unsafe-(?:inline|eval)'|\*/,
  );
  expect(headers['set-cookie']).toBeUndefined();
  // Caches may store immutable public responses, but no personal data.
  const isForAll =
    /asset|contract|health|keys$|preflight|worker|manifest|page|frame|no HTTP|header too large$/.test(name);
  expect(isForAll || headers['cache-control'] === 'no-store').toBe(true);
  expect(headers['content-type'] ?? '').not.toMatch(/^text\/(?!.*; charset=utf-8)/i);
});

test.each([
  ['the page', '/pwdlogin'],
  ['the service worker', '/sw.js'],
])('%s may run its scripts and call the service, also if the browser has it already', async (_, path) => {
  const first = await ask({ path, headers: page });
  const again = await ask({ path, headers: { ...page, 'if-none-match': String(first.headers.etag) } });
  expect([first.status, again.status]).toEqual([200, 304]);
  for (const { headers } of [first, again])
    expect(directivesOf(headers['content-security-policy'])).toMatchObject({
      'script-src': "'self' 'wasm-unsafe-eval'",
      'connect-src': expect.stringMatching(/^'self'/),
    });
});

test('uploaded bytes are served as a sandboxed attachment, whatever they are', async () => {
  const { headers } = await ask({ path: fileOf(), headers: bearer(file) });
  expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''page\.html$/);
  expect(directivesOf(headers['content-security-policy'])).toHaveProperty('sandbox');
});

function directivesOf(policy: string | string[] = ''): Record<string, string> {
  return Object.fromEntries(
    String(policy)
      .split(';')
      .map((one) => one.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')]),
  );
}
