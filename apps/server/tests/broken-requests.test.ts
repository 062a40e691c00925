import { errorBody } from '@sealflow/contract/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../testing/accounts.ts';
import type { TestService } from '../testing/service.ts';
import { sendRaw } from './generated-client/line.ts';

let service: TestService;
let url: string;

beforeAll(async () => {
  service = await openAccounts();
  url = (await service.listen()).replace('localhost', '127.0.0.1');
});
afterAll(() => service.close());

const post = 'POST /api/v1/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const end = 'Connection: close\r\n\r\n';

/** Malformed requests that no client library sends. Each response, if any, is an error in the standard format. */
const broken: Record<string, string | Buffer> = {
  'no HTTP': 'hello\r\n\r\n',
  'a handshake of TLS': Buffer.from('16030100a5010000a10303', 'hex'),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no host': 'GET /healthz HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  'a target in absolute form': `GET http://elsewhere.example/api/v1/devices HTTP/1.1\r\nHost: a\r\n${end}`,
  'a tunnel': 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
  'an invalid target': `GET * HTTP/1.1\r\nHost: a\r\n${end}`,
  'a target with spaces': `GET /api/v1/a b c HTTP/1.1\r\nHost: a\r\n${end}`,
  'raw bytes in the target': Buffer.from(
    `GET /api/v1/devices/\xff\xfe\x00 HTTP/1.1\r\nHost: a\r\n${end}`,
    'latin1',
  ),
  'an oversized header': `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n${end}`,
  'a header with a NUL': `GET /api/v1/devices HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n${end}`,
  'a folded header': `GET /api/v1/devices HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n${end}`,
  'two lengths': `${post}Content-Length: 2\r\nContent-Length: 3\r\n${end}{}`,
  'a negative length': `${post}Content-Length: -1\r\n${end}{}`,
  'an out-of-range length': `${post}Content-Length: 99999999999999999999999\r\n${end}{}`,
  'a length and chunks': `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
  'an unknown transfer coding': `${post}Transfer-Encoding: x\r\n${end}{}`,
  'chunks without a valid length': `${post}Transfer-Encoding: chunked\r\n${end}zz\r\n{}\r\n0\r\n\r\n`,
  'chunks of an out-of-range length': `${post}Transfer-Encoding: chunked\r\n${end}ffffffffffffffffff\r\n{}`,
  'chunks with a bare line feed': `${post}Transfer-Encoding: chunked\r\n${end}2\n{}\n0\n\n`,
  'a truncated body': `${post}Content-Length: 100\r\n${end}{"username":`,
  'an upgrade': `GET /api/v1/events HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  'an unknown expectation': `GET /api/v1/devices HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n${end}`,
  'another version': 'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'an invalid method': `GE\u0001T / HTTP/1.1\r\nHost: a\r\n${end}`,
};

test.each(Object.entries(broken))('%s is rejected in the common error format', async (_, bytes) => {
  const response = await sendRaw(url, Buffer.from(bytes));
  if (response === '') return;
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(isOneShape(head, body)).toBe(true);
});

/** Requests that Node rejects without the service have no body or an empty chunked one. */
function isOneShape(head: string, body: string): boolean {
  if (!/content-type: application\/json/i.test(head)) return body === '' || body === '0';
  return errorBody.strict().safeParse(JSON.parse(body)).success;
}

test('several Host headers are rejected, in any letter case and also with equal values', async () => {
  for (const hosts of ['Host: a\r\nHost: a', 'host: a\r\nX: y\r\nHOST: b']) {
    const response = await sendRaw(url, Buffer.from(`GET /healthz HTTP/1.1\r\n${hosts}\r\n${end}`));
    expect(response).toMatch(/^HTTP\/1\.1 400 .*x-content-type-options: nosniff.*"path":"headers\.host"/is);
  }
  const one = await sendRaw(url, Buffer.from(`GET /healthz HTTP/1.1\r\nX: Host\r\nHost: a\r\n${end}`));
  expect(one).toMatch(/^HTTP\/1\.1 200 /);
});

test('the service still responds after all broken requests', async () => {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(service.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('an authenticated account has no access to a tenant with an empty id', async () => {
  const { token } = await service.signIn('li', 'Correct-horse-9');
  // After the first response, the cache can serve both requests.
  expect((await service.ask(token, 'GET /api/v1/devices')).statusCode).toBe(200);
  for (const path of ['flow-types', 'admin/flows', 'user-tasks'])
    expect((await service.ask(token, `GET /api/v1/tenants//${path}`)).json().code).toBe(
      'login.tenant_access_denied',
    );
});
