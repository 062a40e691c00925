import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '../../../testing/accounts.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { TestService } from '../../../testing/service.ts';
import { fileTokenOf, sendFile } from '../../../testing/uploads.ts';

let service: TestService;
let token = '';
beforeAll(async () => {
  service = await openAccounts();
  token = await fileTokenOf(service, 'li');
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

function objects(): string[] {
  const folder = join(service.folder, 'objects');
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile());
}

/** Starts a multipart upload with the boundary `x`. */
function openUpload(): ClientRequest {
  const { port } = service.app.server.address() as AddressInfo;
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/files',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
  });
  sending.on('error', () => {});
  return sending;
}

const loose = () => service.db.selectFrom('loose_objects').selectAll().execute();

it('leaves nothing of an upload whose sender disconnects', async () => {
  const sending = openUpload();
  sending.write(
    '--x\r\ncontent-disposition: form-data; name="file1"; filename="a.mp4"\r\ncontent-type: mp4\r\n\r\n',
  );
  sending.write(randomBytes(500_000));
  await eventually(async () => {
    expect(await loose()).toHaveLength(1);
    expect(objects()).toHaveLength(1);
  });
  sending.destroy();
  await eventually(async () => {
    expect(await loose()).toEqual([]);
    expect(objects()).toEqual([]);
  });
  expect(await service.db.selectFrom('files').selectAll().execute()).toEqual([]);
});

it('stops reading after a rejection, so that a fast sender receives it before all is sent', async () => {
  const sending = openUpload();
  const status = new Promise<number | undefined>((resolve) => {
    sending.on('response', (response) => resolve(response.statusCode));
  });
  sending.write(
    '--x\r\ncontent-disposition: form-data; name="file1"; filename="a"\r\ncontent-type: x/y\r\n\r\n',
  );
  sending.write(Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(10_000)]));
  expect(await status).toBe(415);
  sending.destroy();
  await eventually(async () => expect(await loose()).toEqual([]));
});

it('keeps a connection usable after a rejected upload, whose rest does not disturb the next request', async () => {
  const { port } = service.app.server.address() as AddressInfo;
  const form =
    '--x\r\ncontent-disposition: form-data; name="file1"; filename="a"\r\ncontent-type: x/y\r\n\r\n';
  const program = Buffer.concat([
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]),
    Buffer.alloc(2_000_000),
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, body?: Buffer) =>
    new Promise<[number | undefined, number | undefined]>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length } : {}),
      };
      const outgoing = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
        const { localPort } = response.socket;
        response.resume().on('end', () => resolve([response.statusCode, localPort]));
      });
      outgoing.on('error', reject).end(body);
    });
  for (let round = 0; round < 3; round += 1) {
    const [refused, ofRefused] = await ask(
      'POST',
      '/api/v1/files',
      Buffer.concat([Buffer.from(form), program]),
    );
    const [next, ofNext] = await ask('GET', '/healthz');
    expect([refused, next]).toEqual([415, 200]);
    expect(ofNext).toBe(ofRefused);
  }
  agent.destroy();
});

it('accepts sixteen simultaneous uploads of one person, and the next when one has ended', async () => {
  const { port } = service.app.server.address() as AddressInfo;
  const begin = () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/files', headers });
    const status = new Promise<number | undefined>((resolve) => {
      sending.on('response', (response) => resolve(response.resume().statusCode));
      sending.on('error', () => resolve(undefined));
    });
    sending.write(
      '--x\r\ncontent-disposition: form-data; name="file1"; filename="a"\r\ncontent-type: x/y\r\n\r\nabc',
    );
    const end = () => sending.end('\r\n--x--\r\n');
    return { status, end, giveUp: () => sending.destroy() };
  };
  const held = Array.from({ length: 16 }, begin);
  await eventually(async () => expect(await loose()).toHaveLength(16));
  const more = begin();
  expect(await more.status).toBe(429);
  more.giveUp();
  held[0]?.end();
  expect(await held[0]?.status).toBe(200);
  const next = begin();
  next.end();
  expect(await next.status).toBe(200);
  for (const one of held) one.end();
  expect(await Promise.all(held.map((one) => one.status))).toEqual(Array.from({ length: 16 }, () => 200));
});

it('does not count connections that break during authentication, so that they use up none of the sixteen upload slots', async () => {
  const { port } = service.app.server.address() as AddressInfo;
  const head =
    `POST /api/v1/files HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
    'Content-Type: multipart/form-data; boundary=x\r\n\r\n';
  await Promise.all(
    Array.from(
      { length: 40 },
      () =>
        new Promise<void>((resolve) => {
          // An invalid request closes the connection while the first request is still in progress.
          const socket = connect(port, '127.0.0.1', () => socket.write(`${head}no request\r\n\r\n`));
          socket.on('close', () => resolve()).resume();
        }),
    ),
  );
  await eventually(async () => {
    const response = await sendFile(service, token, 'abc');
    expect(response.statusCode).toBe(200);
  });
});
