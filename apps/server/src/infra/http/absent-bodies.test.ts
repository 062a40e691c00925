import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Authenticator } from './access.port.ts';
import { route } from './route.middleware.ts';
import { createHttpServer } from './server.compose.ts';
import { readUploadedFile, registerUploads } from './upload.util.ts';

let app: FastifyInstance;
const bodies: unknown[] = [];

beforeAll(async () => {
  app = await createHttpServer({
    authenticator: {
      account: async () => ({ aid: 'a1', sid: 's1', jti: 'j1', device: null }),
    } as unknown as Authenticator,
    log: pino({ level: 'silent' }),
    version: '0',
    corsOrigins: [],
    trustProxy: undefined,
  });
  await registerUploads(app, 10);
  route(app, 'POST /api/v1/auth/logout', async ({ body }) => {
    bodies.push(body);
    return undefined;
  });
  route(app, 'DELETE /api/v1/devices/{deviceID}', async ({ body }) => {
    bodies.push(body);
    return undefined;
  });
  app.post('/files', (request) => readUploadedFile(request).then(({ name }) => name));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends a request that declares no length, as browsers do without a body. */
function send(call: string, type: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const head = ['host: x', 'connection: close', 'authorization: Bearer good', `content-type: ${type}`];
  socket.write([`${call} HTTP/1.1`, ...head, '', ''].join('\r\n'));
  return text(socket);
}

it.each([
  ['POST /api/v1/auth/logout', 'application/json', 204],
  ['DELETE /api/v1/devices/d1', 'application/json', 204],
  ['DELETE /api/v1/devices/d1', 'image/png', 400],
  ['POST /files', 'multipart/form-data; boundary=x', 400],
])('answers %s with the type %s and without a body', async (call, type, status) => {
  bodies.length = 0;
  expect(await send(call, type)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(bodies).toEqual(status === 204 ? [undefined] : []);
});
