import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@sealflow/contract/schemas';
import { type ErrorCode, errorCatalogue } from '@sealflow/domain/errors';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/service.errors.ts';
import type { AccountSession, Authenticator } from './access.port.ts';
import { servePages } from './app-files.routes.ts';
import { route, unimplementedCalls } from './route.middleware.ts';
import { createHttpServer } from './server.compose.ts';

const session: AccountSession = { aid: 'a1', sid: 's1', jti: 'j1', device: null };
const refuse = async () => {
  throw new ServiceError('login.signature_is_invalid');
};
const gate: Authenticator = {
  account: async (token) => (token === 'good' ? session : refuse()),
  member: refuse,
  file: refuse,
  operator: refuse,
  actor: refuse,
  assertSteppedUp: refuse,
};

let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  app = await createHttpServer({
    authenticator: gate,
    log,
    version: '0',
    corsOrigins: ['https://own.example'],
    trustProxy: undefined,
  });
  route(app, 'GET /api/v1/devices', async ({ session: { aid } }) => {
    const row = {
      id: 'd1',
      name: 'Phone',
      platform: 'web' as const,
      createAt: 1,
      lastSeenAt: 2,
      current: true,
    };
    return { data: [{ ...row, owner: aid }] };
  });
  route(app, 'GET /api/v1/user-msg-sessions', async ({ query }) => ({
    total: query.limit,
    data: [],
    unread: 0,
  }));
  route(app, 'DELETE /api/v1/devices/{deviceID}', async () => {
    throw new Error('the row of Zhang San is broken');
  });
  route(app, 'POST /api/v1/auth/token', async ({ body }) => {
    throw new ServiceError('login.account_locked', { kind: Object.keys(body).join(',') });
  });
  route(app, 'POST /api/v1/auth/logout', async () => undefined);
  await servePages(app, { appDir: '/nowhere', consoleDir: '/nowhere', pageHeaders: {} });
  await app.ready();
});
afterAll(() => app.close());

const signedIn = { authorization: 'Bearer good' };

describe('authentication', () => {
  it('rejects an unauthenticated request before validating it', async () => {
    const response = await app.inject({ url: '/api/v1/user-msg-sessions?wrong=1' });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({
      code: 'login.signature_is_invalid',
      message: 'signature is invalid',
      params: {},
    });
  });
});

describe('request', () => {
  it('gets default values for omitted fields', async () => {
    const response = await app.inject({ url: '/api/v1/user-msg-sessions', headers: signedIn });
    expect(response.json()).toEqual({ total: 10, data: [], unread: 0 });
  });

  it.each([
    ['/api/v1/user-msg-sessions?limit=101', 'query.limit'],
    ['/api/v1/user-msg-sessions?limit=1&limit=2', 'query.limit'],
    ['/api/v1/user-msg-sessions?keyword=a&keyword=b', 'query.keyword'],
    ['/api/v1/devices?__proto__=1', 'query.__proto__'],
    ['/api/v1/devices?wrong=1', 'query.wrong'],
  ])('names the invalid field of %s', async (url, path) => {
    const response = await app.inject({ url, headers: signedIn });
    expect([response.statusCode, response.json().code]).toEqual([400, 'app.invalid_request']);
    expect(response.json().params).toEqual({ path });
  });

  it.each([
    [{ username: 'u', password: '' }, 'body.password'],
    [{ username: 'u', password: 'p', device: { id: 'short' } }, 'body.device.id'],
    ['{"username":"u","password":"p","__proto__":{"device":{}}}', 'body'],
    ['{"username":"u","password":"p","constructor":{"prototype":{"device":{}}}}', 'body'],
    ['no json', 'body'],
  ])('names the invalid field of body %j', async (payload, path) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    expect([response.statusCode, response.json().params]).toEqual([400, { path }]);
    expect(response.body).not.toContain('short');
  });

  it('may have the JSON content type without a body, or no body if none is declared', async () => {
    const headers = { ...signedIn, 'content-type': 'application/json' };
    const empty = await app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers });
    expect(empty.statusCode).toBe(204);
    const filled = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/logout',
      headers,
      payload: '{"all":true}',
    });
    expect([filled.statusCode, filled.json().params]).toEqual([400, { path: 'body.all' }]);
  });
});

describe('response', () => {
  it('carries only declared fields', async () => {
    const response = await app.inject({ url: '/api/v1/devices', headers: signedIn });
    expect(response.json().data).toEqual([
      { id: 'd1', name: 'Phone', platform: 'web', createAt: 1, lastSeenAt: 2, current: true },
    ]);
  });

  it('has the status and message of its error code', async () => {
    const payload = { username: 'u', password: 'p' };
    const response = await app.inject({ method: 'POST', url: '/api/v1/auth/token', payload });
    expect(response.statusCode).toBe(errorCatalogue['login.account_locked'].status);
    expect(response.json()).toEqual({
      code: 'login.account_locked',
      message: 'account locked',
      params: { kind: 'username,password' },
    });
  });

  it('reveals nothing of an internal error but the id of its log entry', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/api/v1/devices/d1', headers: signedIn });
    expect([response.statusCode, response.json().code]).toEqual([500, 'app.unknown_error']);
    expect(response.body).not.toContain('Zhang');
    expect(lines.some((line) => line.includes(response.json().params.id))).toBe(true);
  });

  it('has the common error format for a malformed path', async () => {
    const response = await app.inject({ url: '/api/v1/devices/%ff' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'app.invalid_request']);
  });

  it('is 404 with an error code for an unknown path', async () => {
    const response = await app.inject({ url: '/api/v1/nothing' });
    expect([response.statusCode, response.json().code]).toEqual([404, 'app.call_not_found']);
  });
});

describe('connections', () => {
  it('may be slow, but time out when idle', () => {
    expect([app.server.requestTimeout, app.server.timeout]).toEqual([0, 120_000]);
  });

  it('close if a body stays incomplete, except for files', async () => {
    const log = pino({ level: 'silent' });
    const hasty = await createHttpServer({
      authenticator: gate,
      log,
      version: '0',
      corsOrigins: [],
      trustProxy: undefined,
      bodyTimeoutMs: 50,
    });
    route(hasty, 'POST /api/v1/auth/token', async () => {
      throw new ServiceError('login.account_locked');
    });
    // The response is a stream, as for files.
    hasty.addContentTypeParser('text/x-slow', (_request, payload, done) => {
      payload.resume().once('end', () => done(null));
    });
    hasty.post('/files', { config: { upload: 'file1' } }, async () => 'whole');
    await hasty.listen({ host: '127.0.0.1', port: 0 });
    const { port } = hasty.server.address() as AddressInfo;
    const begin = (path: string, type: string) => {
      const socket = connect(port, '127.0.0.1');
      const head = [`POST ${path} HTTP/1.1`, 'host: x', 'connection: close', `content-type: ${type}`];
      socket.write([...head, 'content-length: 4', '', '{'].join('\r\n'));
      socket.on('error', () => {});
      const ended = new Promise<string>((resolve) => {
        let received = '';
        socket.on('data', (bytes) => (received += String(bytes))).on('close', () => resolve(received));
      });
      return { socket, ended };
    };
    const file = begin('/files', 'text/x-slow');
    const slow = begin('/api/v1/auth/token', 'application/json');
    expect(await slow.ended).not.toContain('200 OK');
    file.socket.write('abc');
    expect(await file.ended).toContain('whole');
    await hasty.close();
  });
});

it('closes a connection whose header is incomplete at the timeout', async () => {
  const hasty = await createHttpServer({
    authenticator: gate,
    log: pino({ level: 'silent' }),
    version: '0',
    corsOrigins: [],
    trustProxy: undefined,
    headTimeoutMs: 600,
  });
  await hasty.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((hasty.server.address() as AddressInfo).port, '127.0.0.1');
  const received = text(socket);
  const begun = performance.now();
  // The client sends a byte now and then, so the connection is never idle.
  const dripping = setInterval(() => socket.write('x'), 50);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx: ');
  expect(await received).not.toContain('200 OK');
  clearInterval(dripping);
  // The check every thirty seconds would run much later.
  expect(performance.now() - begun).toBeLessThan(10_000);
  await hasty.close();
});

describe('shutdown', () => {
  it('answers a request on an open connection with a declared error', async () => {
    const ending = await createHttpServer({
      authenticator: gate,
      log: pino({ level: 'silent' }),
      version: '0',
      corsOrigins: [],
      trustProxy: undefined,
    });
    route(ending, 'GET /api/v1/user-msg-sessions', async () => ({ total: 0, data: [], unread: 0 }));
    const arrived = new Promise<Socket>((resolve) => ending.server.once('connection', resolve));
    await ending.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((ending.server.address() as AddressInfo).port, '127.0.0.1');
    const received = text(socket);
    socket.write('GET /api/v1/user-msg-sessions HTTP/1.1\r\n');
    const far = await arrived;
    // A request is in progress, so the connection is not idle.
    await expect.poll(() => far.bytesRead).toBeGreaterThan(0);
    const closed = ending.close();
    socket.end('host: x\r\nauthorization: Bearer good\r\n\r\n');
    expect(await received).toMatch(
      /^HTTP\/1\.1 503 .*x-content-type-options: nosniff.*"code":"app\.unavailable"/s,
    );
    await closed;
  });
});

describe('browsers', () => {
  it.each(['https://localhost', 'capacitor://localhost', 'https://own.example'])(
    'may call from %s',
    async (origin) => {
      const response = await app.inject({
        method: 'OPTIONS',
        url: '/api/v1/devices',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'DPoP' },
      });
      expect(response.headers['access-control-allow-origin']).toBe(origin);
      expect(response.headers['access-control-allow-headers']).toMatch(
        /Range.*If-Range.*Idempotency-Key.*DPoP.*X-Rewrap-Additional-Context/,
      );
    },
  );

  it('may call from no other origin and may load nothing from an answer', async () => {
    const response = await app.inject({
      url: '/api/v1/devices',
      headers: { ...signedIn, origin: 'https://evil.example' },
    });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
  });
});

describe('route declarations', () => {
  it('list the calls that have no implementation', () => {
    expect(unimplementedCalls(app)).toHaveLength(Object.keys(calls).length - 5);
  });

  it('give a status to every declared error', () => {
    const without = Object.values(calls)
      .flatMap((call): readonly ErrorCode[] => call.errors)
      .filter((code) => errorCatalogue[code].status < 400);
    expect(without).toEqual([]);
  });

  it('produce an OpenAPI 3.1 document', async () => {
    const document = (await app.inject({ url: '/api/v1/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      '/api/v1/devices',
      '/api/v1/user-msg-sessions',
      '/api/v1/devices/{deviceID}',
      '/api/v1/auth/token',
      '/api/v1/auth/logout',
    ]);
    expect(document.paths['/api/v1/auth/token'].post.security).toBeUndefined();
    expect(document.paths['/api/v1/devices'].get.security).toEqual([{ account: [] }]);
  });
});
