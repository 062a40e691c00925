import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../testing/service.ts';
import type { FileBearer } from '../../infra/http/access.port.ts';
import { registerErrorHandler } from '../../infra/http/error-handler.middleware.ts';
import { createRelay } from '../../infra/outbound/relay.client.ts';
import type { ServerOrigin } from '../../infra/tokens/tokens.util.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { addMember, createTenant } from '../tenants/tenants.usecases.ts';
import { createForward } from './forward.adapter.ts';

const tid = 'elsewhere';
let host: TestService;
let port: number;
let token: string;
let hostile: Server;
/** Received requests and the raw response to each. */
let seen: string[] = [];
let respond: (socket: Socket) => void;

beforeAll(async () => {
  hostile = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      seen.push(bytes.toString('latin1'));
      respond(socket);
    });
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  host = await openTestService({ ALLOW_PRIVATE_SERVICE_API: 'true' });
  await createTenant(host.db, { tid, name: 'Elsewhere', serviceVersion: '1' });
  await createAccount(host.db, { aid: 'a', username: 'lin', password: 'Correct-horse-9' });
  await addMember(host.db, { tid, fid: 'lin', aid: 'a', name: 'LIN', roles: ['users'] });
  const serviceAPI = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  await host.db
    .updateTable('tenants')
    .set({ service_api: serviceAPI, is_local: false })
    .where('tid', '=', tid)
    .execute();
  ({ token } = await host.signIn('lin', 'Correct-horse-9'));
  await host.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = host.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await host.close();
  hostile.close();
});

/** Sends a request with an unnormalised path, which `fetch` would normalise. */
async function ask(path: string, headers: Record<string, string> = {}) {
  seen = [];
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  outgoing.end();
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  return {
    status: received.statusCode,
    headers: received.headers,
    body: await text(received).catch(() => 'cut'),
  };
}

const ok =
  (headers = '', body = '{}') =>
  (socket: Socket) =>
    void socket.end(
      `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}connection: close\r\n\r\n${body}`,
    );

test.each([
  `/api/v1/tenants/${tid}/x/../../../../metrics`,
  `/api/v1/tenants/${tid}/x/%2e%2e/%2E%2e/other/flows`,
  `/api/v1/tenants/${tid}/..\\..\\admin`,
  `/api/v1/tenants/${tid}/x/.%2e/../../auth/token`,
])('%s does not leave the path of the tenant', async (path) => {
  respond = ok();
  const { status, body } = await ask(path);
  expect([status, JSON.parse(body).code]).toEqual([502, 'work.request_failed']);
  expect(seen).toEqual([]);
});

test('a path that stays in the tenant is forwarded unchanged', async () => {
  respond = ok();
  expect((await ask(`/api/v1/tenants/${tid}/a%2Fb/..c/%E6%8A%A5?x=..%2f`)).status).toBe(200);
  expect(seen[0]?.split('\r\n')[0]).toBe(`GET /api/v1/tenants/${tid}/a%2Fb/..c/%E6%8A%A5?x=..%2f HTTP/1.1`);
});

test.each([
  [
    'switches protocols',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nfree bytes',
  ],
  ['has endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
  ['has one endless header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}`],
  ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}'],
  [
    'has a length and chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['is empty and closes the connection', ''],
  [
    'requires proxy authentication',
    'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n',
  ],
])('a response that %s is a failed request', async (_what, bytes) => {
  respond = (socket) => void (bytes === '' ? socket.destroy() : socket.write(bytes));
  const { status, body, headers } = await ask(`/api/v1/tenants/${tid}/flows`);
  expect([status, JSON.parse(body).code]).toEqual([502, 'work.request_failed']);
  expect(headers['proxy-authenticate']).toBeUndefined();
});

test('a server that does not respond in time gives the i/o timeout of the error catalogue', async () => {
  const relay = createRelay({ allowPrivate: true, timeoutMs: 200 });
  const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}` as ServerOrigin;
  const forward = createForward({
    findTarget: async () => ({ origin }),
    relay,
    tokens: host.accounts.tokens,
    clock: Date.now,
  });
  const app = Fastify();
  registerErrorHandler(app);
  const bearer = { aid: 'a', tid, fid: 'lin' } as FileBearer;
  app.get('*', async (incoming, reply) => {
    await forward({ bearer }, incoming, reply);
    return reply;
  });
  respond = () => {};
  const { statusCode, body } = await app.inject({ url: `/api/v1/tenants/${tid}/flows` });
  expect([statusCode, JSON.parse(body)]).toMatchObject([
    504,
    { code: 'app.server_unreachable', message: 'i/o timeout' },
  ]);
  await app.close();
  relay.close();
});

test('endless early hints do not prolong a request', async () => {
  const relay = createRelay({ allowPrivate: true, timeoutMs: 300 });
  respond = (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 20);
    socket.once('close', () => clearInterval(timer));
  };
  const target = new URL(`http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`);
  const signal = new AbortController().signal;
  await expect(relay.send({ target, method: 'GET', headers: {}, body: undefined, signal })).rejects.toThrow(
    'no response within the timeout',
  );
  relay.close();
});

test('a response cannot affect the host, its page or its caches', async () => {
  const page = '<script>alert(1)</script>';
  respond = ok(
    'content-type: text/html\r\nset-cookie: a=b\r\nclear-site-data: "*"\r\nstrict-transport-security: max-age=0\r\n' +
      'access-control-allow-origin: *\r\nservice-worker-allowed: /\r\ncache-control: public, s-maxage=99999\r\nrefresh: 0\r\n',
    page,
  );
  const { status, headers } = await ask(`/api/v1/tenants/${tid}/flows`);
  expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([
    200,
    'no-store',
    'nosniff',
  ]);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; sandbox;.*frame-ancestors 'none'$/,
  );
  for (const name of ['set-cookie', 'clear-site-data', 'service-worker-allowed', 'refresh'])
    expect(headers[name]).toBeUndefined();
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['strict-transport-security']).not.toBe('max-age=0');
  respond = ok('cache-control: private, max-age=60\r\n');
  expect((await ask(`/api/v1/tenants/${tid}/flows`)).headers['cache-control']).toBe('private, max-age=60');
});

test('an address of this machine is never connected to, however it became the target', async () => {
  const relay = createRelay({ allowPrivate: false });
  const { port: own } = hostile.address() as AddressInfo;
  const signal = new AbortController().signal;
  respond = ok();
  seen = [];
  for (const address of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost']) {
    const target = new URL(`http://${address}:${own}/`);
    await expect(
      relay.send({ target, method: 'GET', headers: {}, body: undefined, signal }),
    ).rejects.toMatchObject({
      code: 'outbound.private_address',
    });
  }
  expect(seen).toEqual([]);
  relay.close();
});

test('a caller authenticated without a tenant is rejected for an empty tenant id', async () => {
  expect((await ask('/api/v1/devices')).status).toBe(200);
  for (const path of [
    '/api/v1/tenants//user-flows',
    '/api/v1/tenants//current-user',
    '/api/v1/tenants//anything',
  ]) {
    const { status } = await ask(path);
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
  }
});
