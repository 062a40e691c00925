import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountSession, Authenticator } from './access.port.ts';
import { route } from './route.middleware.ts';
import { createHttpServer } from './server.compose.ts';

const session: AccountSession = { aid: 'a1', sid: 's1', jti: 'j1', device: null };
const refuse = async () => {
  throw new Error('no such caller');
};
const authenticator: Authenticator = {
  account: async () => session,
  member: refuse,
  file: refuse,
  operator: refuse,
  actor: refuse,
  assertSteppedUp: refuse,
};

describe('a call that exceeds the response timeout', () => {
  const headers = { authorization: 'Bearer good' };
  const withBody = { headers: { ...headers, 'content-type': 'application/json' }, body: '{"version":"1"}' };
  const agree = '/api/v1/account/agreements/eula/actions/agree';
  const answerLines: string[] = [];
  let held: PromiseWithResolvers<void>;
  let finished = 0;
  let begun: PromiseWithResolvers<void>;
  let patient: FastifyInstance;
  let origin: string;

  const serve = async (responseTimeoutMs: number) => {
    held = Promise.withResolvers();
    begun = Promise.withResolvers();
    finished = 0;
    answerLines.length = 0;
    patient = await createHttpServer({
      authenticator,
      log: pino({ level: 'warn' }, { write: (line: string) => void answerLines.push(line) }),
      version: '0',
      corsOrigins: [],
      trustProxy: undefined,
      responseTimeoutMs,
    });
    const run = async () => {
      begun.resolve();
      await held.promise;
      finished += 1;
      return undefined;
    };
    route(patient, 'POST /api/v1/account/agreements/{agreement}/actions/agree', run);
    route(patient, 'POST /api/v1/auth/logout', run);
    route(patient, 'GET /api/v1/user-msg-sessions', async () => {
      await run();
      return { total: 0, data: [], unread: 0 };
    });
    route(patient, 'GET /api/v1/devices', async () => ({ data: [] }));
    await patient.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(patient.server.address() as AddressInfo).port}`;
  };
  afterEach(() => patient.close());

  it.each([
    ['with a body', 'POST', agree, withBody],
    ['without a body', 'POST', '/api/v1/auth/logout', { headers }],
    ['that reads', 'GET', '/api/v1/user-msg-sessions?search=Zhang', { headers }],
  ])(
    '%s is reported as unavailable, runs to its end, and is not answered again',
    async (_, method, path, options) => {
      await serve(100);
      const response = await fetch(`${origin}${path}`, { method, ...options });
      expect([response.status, (await response.json()).code]).toEqual([503, 'app.unavailable']);
      held.resolve();
      await expect.poll(() => finished).toBe(1);
      // The answer of the next call comes after that of the finished one, if there were one.
      expect((await fetch(`${origin}/api/v1/devices`, { headers })).status).toBe(200);
      expect(answerLines.map((line) => JSON.parse(line).msg)).toEqual(['call timed out']);
      expect(answerLines.join()).not.toContain('Zhang');
    },
  );

  it('ends each call at its own time, and no call that answers', async () => {
    await serve(100);
    const call = async (path = agree, options: RequestInit = withBody) => {
      const startedAt = performance.now();
      const { status } = await fetch(`${origin}${path}`, { method: 'POST', ...options });
      return { status, ms: performance.now() - startedAt };
    };
    const timedOut = await call();
    const others = [call(), call()];
    expect((await fetch(`${origin}/api/v1/devices`, { headers })).status).toBe(200);
    for (const { status, ms } of [timedOut, ...(await Promise.all(others))]) {
      expect(status).toBe(503);
      // A timer may be due up to a millisecond early.
      expect(ms).toBeGreaterThan(98);
    }
    held.resolve();
    // Without a body nothing comes between the call and its answer, however slow the machine is.
    expect((await call('/api/v1/auth/logout', { headers })).status).toBe(204);
  });

  it('ends without an answer if its client has gone', async () => {
    // Long enough to see the end of the connection before the time is over.
    await serve(2000);
    const socket = connect((patient.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST /api/v1/auth/logout HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Length: 0\r\n\r\n`,
    );
    await begun.promise;
    socket.destroy();
    // The time of this call ends after that of the first one.
    expect((await fetch(`${origin}/api/v1/auth/logout`, { method: 'POST', headers })).status).toBe(503);
    held.resolve();
    await expect.poll(() => finished).toBe(2);
    expect(answerLines.map((line) => JSON.parse(line).msg)).toEqual(['call timed out']);
  });
});
