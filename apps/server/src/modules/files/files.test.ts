import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../../testing/accounts.ts';
import { TestDevice, type TestService } from '../../../testing/service.ts';
import { grantRead } from './file-references.usecases.ts';

const limit = 100_000;
let service: TestService;
const tokens: Record<'li' | 'wang' | 'li-two', string> = { li: '', wang: '', 'li-two': '' };

beforeAll(async () => {
  service = await openAccounts({ UPLOAD_LIMIT_BYTES: String(limit) });
  tokens.li = await fileToken('li', 't-one');
  tokens['li-two'] = await fileToken('li', 't-two');
  tokens.wang = await fileToken('wang', 't-one');
});
afterAll(() => service.close());

async function fileToken(username: string, tid: string): Promise<string> {
  const { token } = await service.signIn(username, password);
  return (await service.ask(token, `POST /api/v1/tenants/${tid}/file-token`)).json().token;
}

interface Upload {
  token?: string;
  field?: string;
  name?: string;
  type?: string;
}

function upload(
  bytes: Uint8Array | string,
  { token = tokens.li, field = 'file1', name = 'a.bin', type = 'image/jpg' }: Upload = {},
) {
  const head = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(head),
    Buffer.from(bytes as Uint8Array),
    Buffer.from('\r\n--x--\r\n'),
  ]);
  return service.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  });
}

const read = (
  uri: string,
  headers: Record<string, string> = {},
  token = tokens.li,
  method: 'GET' | 'HEAD' = 'GET',
) =>
  service.app.inject({
    method,
    url: `/api/v1/files/${uri}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

function storedObjects(): string[] {
  const folder = join(service.folder, 'objects');
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile());
}

describe('upload', () => {
  it('returns what was stored, and the receipt agrees', async () => {
    const bytes = randomBytes(70_000);
    const response = await upload(bytes, { name: '合同 2026.pdf' });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(response.json()).toMatchObject({
      name: '合同 2026.pdf',
      size: 70_000,
      sha256,
      mimeType: 'application/octet-stream',
    });
    const receipt = await service.ask(tokens.li, `GET /api/v1/files/${response.json().uri}/receipt`);
    expect(receipt.json()).toEqual(response.json());
    expect((await read(response.json().uri)).rawPayload).toEqual(bytes);
  });

  it.each([
    [
      'image/png',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    ['application/pdf', '%PDF-1.7\n1 0 obj'],
    ['text/plain', '<script>alert(1)</script>'],
    ['text/plain', '中文'],
    ['application/octet-stream', Buffer.from([0xff, 0xfe, 0, 1])],
    ['application/octet-stream', ''],
  ])('detects %s by the bytes, not by the submitted name or type', async (mimeType, bytes) => {
    const { uri } = (await upload(bytes, { name: 'page.html', type: 'text/html' })).json();
    const response = await read(uri);
    expect(response.headers['content-type']?.split(';')[0]).toBe(mimeType);
    expect(response.headers['content-disposition']).toBe("attachment; filename*=UTF-8''page.html");
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('removes the path and control characters from a name', async () => {
    expect((await upload('x', { name: '../../etc/pass\u0007wd' })).json().name).toBe('passwd');
  });

  it('removes characters that reverse the text direction from a name', async () => {
    expect((await upload('x', { name: 'report\u202efdp.exe' })).json().name).toBe('reportfdp.exe');
  });

  it.each([
    ['that is truncated', 'multipart/form-data; boundary=x', '--x\r\n', 'app.invalid_request'],
    ['without a boundary', 'multipart/form-data', '', 'app.invalid_request'],
    ['of a file without a name', 'multipart/form-data; boundary=x', '--x--\r\n', undefined],
  ])('handles a form %s', async (_, contentType, end, code) => {
    const head =
      '--x\r\ncontent-disposition: form-data; name="file1"\r\ncontent-type: application/octet-stream\r\n\r\n';
    const headers = { authorization: `Bearer ${tokens.li}`, 'content-type': contentType };
    const payload = `${head}abc\r\n${end}`;
    const before = storedObjects().length;
    const response = await service.app.inject({ method: 'POST', url: '/api/v1/files', headers, payload });
    expect(response.json().code).toBe(code);
    expect(storedObjects().length - before).toBe(code === undefined ? 1 : 0);
  });

  it('rejects a file above the limit and stores nothing of it', async () => {
    const before = storedObjects().length;
    const response = await upload(randomBytes(limit + 1));
    expect([response.statusCode, response.json().code]).toEqual([413, 'file.too_large']);
    expect(storedObjects().length).toBe(before);
    expect((await upload(randomBytes(limit))).statusCode).toBe(200);
  });

  it.each([
    ['another field', () => upload('x', { field: 'file2' })],
    ['no multipart body', () => service.ask(tokens.li, 'POST /api/v1/files')],
  ])('finds no file in %s', async (_, send) => {
    expect((await send()).json().code).toBe('file.no_file_found');
  });

  it('accepts only the token of the file service', async () => {
    const { token } = await service.signIn('li', password);
    expect((await upload('x', { token })).json().code).toBe('login.signature_is_invalid');
    const devices = await service.ask(tokens.li, 'GET /api/v1/devices');
    expect(devices.json().code).toBe('login.signature_is_invalid');
  });
});

describe('range request', () => {
  const bytes = Buffer.from('0123456789');
  let uri = '';
  let etag = '';
  let date = '';
  beforeAll(async () => {
    uri = (await upload(bytes)).json().uri;
    const { headers } = await read(uri);
    [etag, date] = [String(headers.etag), String(headers['last-modified'])];
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=7-99', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('gets the range %s', async (range, part, contentRange) => {
    const response = await read(uri, { range });
    expect([response.statusCode, response.body]).toEqual([206, part]);
    expect(response.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(part.length),
    });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('is not satisfiable for %s', async (range) => {
    const response = await read(uri, { range });
    expect([response.statusCode, response.headers['content-range']]).toEqual([416, 'bytes */10']);
    expect(response.json().code).toBe('file.range_not_satisfiable');
  });

  it.each(['bytes=0-1,3-4', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', ''])(
    'gets the whole file for an invalid or multiple range: "%s"',
    async (range) => {
      const response = await read(uri, { range });
      expect([response.statusCode, response.body]).toEqual([200, '0123456789']);
      expect(response.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '10' });
    },
  );

  it.each([
    ['our tag', () => etag, 206],
    ['another tag', () => '"other"', 200],
    ['the current tag as a weak tag', () => `W/${etag}`, 200],
    ['our date', () => date, 206],
    ['another date', () => new Date(0).toUTCString(), 200],
    ['nonsense', () => 'x', 200],
  ])('evaluates If-Range: %s', async (_, value, status) => {
    expect((await read(uri, { range: 'bytes=0-1', 'if-range': value() })).statusCode).toBe(status);
  });

  it('answers HEAD without bytes, and 304 to a matching tag', async () => {
    const head = await read(uri, { range: 'bytes=0-1' }, tokens.li, 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10']);
    expect((await read(uri, { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304);
  });

  it('answers 304 to a matching date if no tag was sent', async () => {
    const before = new Date(Date.parse(date) - 1000).toUTCString();
    expect((await read(uri, { 'if-modified-since': date })).statusCode).toBe(304);
    expect((await read(uri, { 'if-modified-since': before })).statusCode).toBe(200);
    expect((await read(uri, { 'if-modified-since': date, 'if-none-match': '"x"' })).statusCode).toBe(200);
    expect((await read(uri, { 'if-modified-since': 'yesterday' })).statusCode).toBe(200);
  });

  it('leaves nothing in the browser cache after a sign-out', async () => {
    for (const headers of [{}, { range: 'bytes=0-1' }])
      expect((await read(uri, headers)).headers['cache-control']).toBe('no-store');
  });

  it('gets no compressed response', async () => {
    const text = (await upload('text '.repeat(2000))).json();
    const response = await read(text.uri, { 'accept-encoding': 'br, gzip', range: 'bytes=0-4999' });
    expect([response.headers['content-encoding'], response.rawPayload.length]).toEqual([undefined, 5000]);
  });
});

describe('access to a file', () => {
  it.each([
    ['a colleague', () => tokens.wang],
    ['the owner in another tenant', () => tokens['li-two']],
  ])('is denied to %s', async (_, token) => {
    const { uri } = (await upload('secret')).json();
    for (const call of [
      `GET /api/v1/files/${uri}`,
      `GET /api/v1/files/${uri}/receipt`,
      `DELETE /api/v1/files/${uri}`,
    ]) {
      expect((await service.ask(token(), call)).json().code).toBe('file.file_does_not_exist');
    }
  });

  it('is granted by a flow that holds the file, which then cannot be deleted', async () => {
    const { uri } = (await upload('shared')).json();
    await grantRead(service.accounts.db, { uris: [uri], fids: ['f-wang'], holder: 'flow' });
    expect((await read(uri, {}, tokens.wang)).body).toBe('shared');
    expect((await service.ask(tokens.li, `DELETE /api/v1/files/${uri}`)).json().code).toBe('file.in_use');
    expect((await service.ask(tokens.wang, `DELETE /api/v1/files/${uri}`)).statusCode).toBe(404);
  });

  it('ends with the file', async () => {
    const { uri } = (await upload('gone')).json();
    expect((await service.ask(tokens.li, `DELETE /api/v1/files/${uri}`)).statusCode).toBe(204);
    expect((await read(uri)).json().code).toBe('file.file_does_not_exist');
    expect(storedObjects().some((path) => path.endsWith(uri))).toBe(false);
  });

  it('ends with the account', async () => {
    const token = await fileToken('wang', 't-one');
    const setState = (state: 'active' | 'closed') =>
      service.accounts.db.updateTable('accounts').set({ state }).where('aid', '=', 'wang').execute();
    await setState('closed');
    const response = await upload('x', { token });
    await setState('active');
    expect(response.json().code).toBe('login.token_expired');
  });

  it('ends with the device that the session is bound to', async () => {
    const device = new TestDevice();
    const { token } = await service.signIn('li', password, device);
    const file = (await service.ask(token, 'POST /api/v1/tenants/t-one/file-token')).json();
    expect((await upload('x', { token: file.token })).statusCode).toBe(200);
    const { token: other } = await service.signIn('li', password);
    expect((await service.ask(other, `DELETE /api/v1/devices/${device.id}`)).statusCode).toBe(204);
    expect((await upload('x', { token: file.token })).json().code).toBe('login.token_expired');
  });

  it('ends with the membership', async () => {
    const token = await fileToken('wang', 't-one');
    const setState = (state: 'active' | 'ended') =>
      service.db.updateTable('memberships').set({ state }).where('fid', '=', 'f-wang').execute();
    await setState('ended');
    const response = await upload('x', { token });
    await setState('active');
    expect(response.json().code).toBe('login.tenant_access_denied');
  });

  it('ends with the session, and after half an hour', async () => {
    const { token } = await service.signIn('li', password);
    const file = (await service.ask(token, 'POST /api/v1/tenants/t-one/file-token')).json();
    await service.ask(token, 'POST /api/v1/auth/logout');
    expect((await upload('x', { token: file.token })).json().code).toBe('login.token_expired');
    service.time.now += 31 * 60_000;
    expect((await upload('x')).json().code).toBe('login.token_expired');
  });
});
