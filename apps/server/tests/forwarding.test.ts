import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignInAnswer } from '@sealflow/contract';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/demo-people.table.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

let hostPlace: ServicePlace;
let ownPlace: ServicePlace;
let host: ServiceProcess;
let own: ServiceProcess;
let lina: SignInAnswer;
let recorder: Recorder;

beforeAll(async () => {
  [hostPlace, ownPlace, recorder] = await Promise.all([
    openServicePlace({ ALLOW_PRIVATE_SERVICE_API: 'true' }),
    openServicePlace(),
    startRecorder(),
  ]);
  host = await hostPlace.start();
  own = await ownPlace.start({ TRUSTED_HOSTS: new URL(host.url).origin });
  lina = await signIn('lina');
});
afterAll(async () => {
  recorder.server.close();
  await Promise.all([hostPlace.close(), ownPlace.close()]);
});

describe('tenant with a server of its own', () => {
  beforeEach(() => pointTo(own.url));

  test('is served by that server, and nothing of a decision happens on the host', async () => {
    const { data } = await ask(lina.token, 'GET user-tasks?state=awaiting&type=approval');
    const [task] = data;
    const decided = await ask(lina.token, `POST tasks/${task.id}/actions/approve`, { note: '同意' });
    expect(decided.data).toMatchObject({ id: task.id, note: '同意', state: 'processed' });
    const stateIn = async ({ database }: ServicePlace) =>
      (await database.pool.query('select state from flow_tasks where task_id = $1', [task.id])).rows[0]
        ?.state;
    expect(await stateIn(ownPlace)).toBe('processed');
    expect(await stateIn(hostPlace)).not.toBe('processed');
  });

  test('receives and serves files through the host, whole and by range', async () => {
    const { token } = await ask(lina.token, 'POST file-token');
    const authorization = `Bearer ${token}`;
    const form = new FormData();
    form.append('file1', new Blob(['0123456789']), 'digits.txt');
    const sent = await fetch(`${host.url}/api/v1/files`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(sent.status).toBe(200);
    const { uri } = (await sent.json()) as { uri: string };
    const { rows } = await ownPlace.database.pool.query('select size from files where uri = $1', [uri]);
    expect(rows).toEqual([{ size: 10 }]);
    const range = await fetch(`${host.url}/api/v1/files/${uri}`, {
      headers: { authorization, range: 'bytes=2-4' },
    });
    expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
  });

  test.each([10_000, 3_000_000])(
    'rejects a file of %i bytes with its own error before the whole file is sent',
    async (size) => {
      const { token } = await ask(lina.token, 'POST file-token');
      const form = new FormData();
      form.append(
        'file1',
        new Blob([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), new Uint8Array(size)]),
        'a',
      );
      for (let round = 0; round < 3; round += 1) {
        const sent = await fetch(`${host.url}/api/v1/files`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: form,
        });
        expect([sent.status, await sent.json()]).toMatchObject([415, { code: 'file.type_not_allowed' }]);
        expect((await send(lina.token, 'GET user-tasks')).status).toBe(200);
      }
    },
  );

  test('delivers packages through the host', async () => {
    const { token } = await signIn('zhangwei');
    const flows = await ask(token, 'GET user-flows?limit=50&state=finished');
    const [flow] = flows.data;
    const { downloadID } = await ask(token, `POST download/request-workflow-source-files/${flow.id}`);
    const check = () => ask(token, `GET download/check-prepared-download-file/${downloadID}`);
    await expect.poll(async () => (await check()).state).toBe('ready');
    const { uri, size } = await check();
    const fetched = await fetch(`${host.url}${uri}`, { headers: { authorization: `Bearer ${token}` } });
    expect([fetched.status, (await fetched.arrayBuffer()).byteLength]).toEqual([200, size]);
    expect((await send(token, `POST download-files/${downloadID}/actions/received`)).status).toBe(204);
  });

  test('returns its own errors', async () => {
    const response = await send(lina.token, 'GET flows/none');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'work.flow_not_found' });
  });

  test('rejects an account token and a token for another tenant, server or purpose', async () => {
    await pointTo(recorder.url);
    await send(lina.token, 'GET user-tasks');
    const [{ authorization = '' } = {}] = recorder.take();
    const direct = (token: string, tid = 'huachen') =>
      fetch(`${own.url}/api/v1/tenants/${tid}/user-tasks`, { headers: { authorization: token } });
    // A trusted host signed the token for the recorder, not for this server.
    expect((await direct(authorization)).status).toBe(401);
    expect((await direct(`Bearer ${lina.token}`)).status).toBe(401);
    await pointTo(own.url);
    expect((await send(lina.token, 'GET user-tasks')).status).toBe(200);
  });
});

describe('forwarded request', () => {
  beforeEach(() => pointTo(recorder.url));

  test('has a token for that server and tenant, valid for a minute and verified by the published keys', async () => {
    const response = await send(lina.token, 'GET user-tasks?skip=0&limit=0&keyword=%E6%8A%A5', undefined, {
      'x-forwarded-for': '1.2.3.4',
      cookie: 'a=b',
      'idempotency-key': 'key-12345',
    });
    expect(await response.json()).toEqual({ total: 0, data: [] });
    expect(response.headers.get('set-cookie')).toBeNull();
    const [seen] = recorder.take();
    if (!seen) throw new Error('nothing arrived');
    expect(seen.url).toBe('/api/v1/tenants/huachen/user-tasks?skip=0&limit=0&keyword=%E6%8A%A5');
    expect(seen.headers['cookie']).toBeUndefined();
    expect(seen.headers['x-forwarded-for']).toBeUndefined();
    expect(seen.headers['idempotency-key']).toBe('key-12345');
    const token = seen.authorization?.replace('Bearer ', '') ?? '';
    expect(token).not.toBe(lina.token);
    const { payload } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(`${host.url}/.well-known/jwks.json`)),
      { audience: new URL(recorder.url).origin, issuer: decodeJwt(lina.token).iss ?? '' },
    );
    expect(payload).toMatchObject({ sub: lina.aid, tid: 'huachen', fid: lina.tenants[0]?.user.fid });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
    // The host itself rejects the token.
    expect((await send(token, 'GET user-tasks')).status).toBe(401);
    const refresh = await fetch(`${host.url}/api/v1/auth/refresh-token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refresh.status).toBe(401);
  });

  test('does not include keys, audit records and administration, which stay on the host', async () => {
    const admin = await signIn('wangqiang');
    await send(admin.token, 'GET audit');
    await send(admin.token, 'GET sealing-context?owner=lina');
    await send(admin.token, 'POST file-token');
    expect(recorder.take()).toEqual([]);
  });

  test('may have a path that the host does not know', async () => {
    expect((await send(lina.token, 'GET something/of/theirs')).status).toBe(200);
    expect(recorder.take().map(({ url }) => url)).toEqual(['/api/v1/tenants/huachen/something/of/theirs']);
    expect((await send('none', 'GET something/of/theirs')).status).toBe(401);
    expect(recorder.take()).toEqual([]);
  });

  test.each([
    ['/moved', 'a redirect'],
    ['/unauthorized', 'a rejected service token'],
    ['/broken', 'a server error'],
  ])('%s: %s is reported as a failed request and is not followed', async (path) => {
    const response = await send(lina.token, `GET flows${path}`);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'work.request_failed' }]);
    expect(recorder.take()).toHaveLength(1);
  });
});

test('an unreachable server and a tenant without a server are reported as errors', async () => {
  await pointTo('http://127.0.0.1:1');
  const unreachable = await send(lina.token, 'GET user-tasks');
  expect([unreachable.status, await unreachable.json()]).toMatchObject([
    502,
    { code: 'app.connection_refused', message: 'connection refused' },
  ]);
  await pointTo(null);
  const nowhere = await send(lina.token, 'GET user-tasks');
  expect([nowhere.status, await nowhere.json()]).toMatchObject([
    503,
    { message: "customer's server API URL not specified" },
  ]);
});

/** Sets the server address of the tenant and waits until the nodes use it. */
async function pointTo(serviceAPI: string | null): Promise<void> {
  await hostPlace.database.pool.query(
    'update tenants set service_api = $1, is_local = false where tid = $2',
    [serviceAPI && new URL(serviceAPI).origin, 'huachen'],
  );
  const marker = `probe${Math.random()}`;
  const isThere = async () => {
    const response = await send(lina.token, `GET ${marker}`);
    if (serviceAPI === null) return response.status === 503;
    if (serviceAPI === recorder.url) return recorder.take().some(({ url }) => url?.endsWith(marker));
    if (serviceAPI === own.url) return response.status === 404;
    return response.status === 502;
  };
  await expect.poll(isThere).toBe(true);
}

async function signIn(username: string): Promise<SignInAnswer> {
  const response = await fetch(`${host.url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  });
  return (await response.json()) as SignInAnswer;
}

function send(
  token: string,
  call: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  return fetch(`${host.url}/api/v1/tenants/huachen/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...more,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function ask(token: string, call: string, body?: object) {
  const response = await send(token, call, body);
  expect(response.status).toBe(200);
  return response.json();
}

interface Recorder {
  readonly server: Server;
  readonly url: string;
  /** Requests since the last call. */
  take(): {
    url: string | undefined;
    authorization: string | undefined;
    headers: IncomingMessage['headers'];
  }[];
}

/** A server of a tenant that records requests. */
async function startRecorder(): Promise<Recorder> {
  let seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    reply(request.url ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    take: () => {
      const taken = seen.map(({ url, headers }) => ({ url, headers, authorization: headers.authorization }));
      seen = [];
      return taken;
    },
  };
}

function reply(url: string, response: ServerResponse): void {
  if (url.endsWith('/moved')) response.writeHead(302, { location: '/elsewhere' }).end();
  else if (url.endsWith('/unauthorized')) response.writeHead(401).end('{}');
  else if (url.endsWith('/broken')) response.writeHead(500).end('inside');
  else {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b' });
    response.end('{"total":0,"data":[]}');
  }
}
