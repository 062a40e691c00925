import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/infra/config/config.schemas.ts';
import { createOperatorCredential } from '../src/modules/accounts/administration/operators.usecases.ts';
import { pageLimits } from '../src/modules/audit/audit-page.usecases.ts';
import { flushRefusals, recordRefusals } from '../src/modules/audit/refusals.usecases.ts';
import { openAccounts, password } from '../testing/accounts.ts';
import { linkAll } from '../testing/chain.ts';
import { eventually } from '../testing/eventually.ts';
import type { TestService } from '../testing/service.ts';

interface Posted {
  tid: string | null;
  sequence: number;
  statement: string;
}

const posted: Posted[] = [];
let failures = 1;
const keeper = createServer((request, response) => void take(request, response));
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  // The receiver of checkpoints is not available yet.
  if (failures > 0) {
    failures -= 1;
    response.writeHead(503).end();
    return;
  }
  posted.push(JSON.parse(body) as Posted);
  response.writeHead(204).end();
}
let service: TestService;
let administrator: string;
let operator: string;

beforeAll(async () => {
  keeper.listen(0, '127.0.0.1');
  await once(keeper, 'listening');
  const { port } = keeper.address() as AddressInfo;
  service = await openAccounts({
    AUDIT_CHECKPOINT_SECONDS: '1',
    AUDIT_CHECKPOINT_URL: `http://127.0.0.1:${port}/checkpoints`,
  });
  administrator = (await service.signIn('li', password)).token;
  operator = await createOperatorCredential(service.db);
});
afterAll(async () => {
  await service.close();
  keeper.closeAllConnections();
  keeper.close();
});

const own = '/api/v1/tenants/t-two/audit';
const rotate = () => service.ask(administrator, 'POST /api/v1/tenants/t-two/licence-key/actions/rotate');
const list = async (query: string) => {
  await linkAll(service.db);
  return (await service.ask(administrator, `GET ${own}?${query}`)).json();
};

test('an administrator finds records by act, person, time and place in the chain', async () => {
  const before = service.time.now;
  await rotate();
  service.time.now += 60_000;
  await rotate();
  expect(await list('act=rotate')).toMatchObject({
    total: 2,
    data: [{ act: 'rotate', fid: 'f-li-two', subject: null, sha256: null, count: 1 }, { act: 'rotate' }],
  });
  expect((await list(`act=rotate&to=${before + 1}`)).total).toBe(1);
  expect((await list(`act=rotate&from=${before + 1}`)).total).toBe(1);
  expect((await list('fid=f-wang')).total).toBe(0);
  expect((await list('fid=f-li-two&aid=li')).total).toBeGreaterThan(2);
  const [first] = (await list('after=0&limit=1')).data;
  expect(first.sequence).toBe(1);
  expect((await list('after=1&limit=1')).data[0].sequence).toBe(2);
  expect((await list('documentID=none')).total).toBe(0);
  expect(await list('verify=true&limit=0')).toMatchObject({ brokenAt: null, data: [] });
});

test('pages before a place of the chain examine a bounded part of it', async () => {
  const full = pageLimits.examined;
  const all = (await list('act=rotate&limit=100')).data.map(({ sequence }: { sequence: number }) => sequence);
  const first = await list('act=rotate&before=1000000&limit=1');
  expect(first).toMatchObject({ total: 1, data: [{ sequence: all[0] }], next: all[0] });
  pageLimits.examined = 2;
  try {
    const found: number[] = [];
    let pages = 0;
    for (let before: number | null = 1_000_000; before !== null; pages += 1) {
      const page = await list(`act=rotate&before=${before}`);
      found.push(...page.data.map(({ sequence }: { sequence: number }) => sequence));
      before = page.next;
    }
    expect(found).toEqual(all);
    expect(pages).toBeGreaterThan(1);
  } finally {
    pageLimits.examined = full;
  }
});

test('pages of a time begin there and end before it', async () => {
  const now = service.time.now;
  const rotateLater = async () => {
    service.time.now += 2 * 3_600_000;
    await service.ask(administrator, 'POST /api/v1/account/actions/step-up', { password });
    await rotate();
  };
  await rotateLater();
  const to = service.time.now + 1;
  await rotateLater();
  const page = await list(`act=rotate&before=1000000&from=${now + 60_000}&to=${to}`);
  expect(page.data).toHaveLength(1);
  expect((await list(`act=rotate&before=1000000&to=${to}`)).data).not.toHaveLength(0);
});

test('records are found by object and by decision', async () => {
  await service.ask(administrator, 'PUT /api/v1/tenants/t-two/admin/clearances/f-li-two', { level: 1 });
  expect((await list('subject=f-li-two&before=1000000')).data).toMatchObject([
    { act: 'clearance.set', subject: 'f-li-two' },
  ]);
  expect((await list('act=rotate&decision=refused')).total).toBe(0);
  expect((await list('act=rotate&decision=granted')).total).toBeGreaterThan(0);
});

test('reading, verifying and exporting are recorded as well', async () => {
  const verified = await service.ask(administrator, `POST ${own}/actions/verify`);
  expect(verified.json().data).toMatchObject({ brokenAt: null, why: null, checkpoint: null });
  await eventually(async () => {
    const exported = await service.ask(administrator, `GET ${own}/export`);
    expect(exported.headers['content-type']).toContain('application/x-ndjson');
    const lines = exported.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(0)).toMatchObject({ type: 'begin', tid: 't-two', sequence: 0 });
    expect(lines.at(-1)).toMatchObject({ type: 'end' });
    const last = lines.findLast(({ type }) => type === 'record');
    // The hash covers pseudonyms. The record states their real IDs separately.
    expect(last).toMatchObject({
      act: 'audit.exported',
      aid: expect.stringMatching(/^anon-/),
      ids: { aid: 'li', fid: 'f-li-two' },
    });
  });
  expect((await list('act=audit.verified')).total).toBe(1);
  expect((await list('act=audit.read')).total).toBeGreaterThan(0);
});

describe('rejected caller', () => {
  const refuse = (token: string | null) => service.ask(token, 'GET /api/v1/tenants/t-one/audit');

  test('is recorded in the own tenant, up to sixty times a minute', async () => {
    for (let times = 0; times < 63; times += 1) expect((await refuse(administrator)).statusCode).toBe(403);
    await flushRefusals(service.db);
    await linkAll(service.db);
    const { data, total } = (
      await service.ask(operator, 'GET /api/v1/tenants/t-one/audit?act=call.refused&limit=1')
    ).json();
    expect(total).toBe(60);
    expect(data).toMatchObject([
      { decision: 'refused', reason: 'app.no_rights', aid: 'li', fid: 'f-li', subject: 't-one' },
    ]);
    const rest = await service.db
      .selectFrom('audit_refusals')
      .select(['count', 'reason'])
      .where('chain', '=', 't-one')
      .execute();
    expect(rest).toEqual([{ count: 3, reason: 'app.no_rights' }]);
  });

  test('is not recorded in a tenant of which the caller is no member', async () => {
    const { token } = await service.signIn('wang', password);
    expect((await service.ask(token, `GET ${own}`)).statusCode).toBe(403);
    expect((await list('aid=wang')).total).toBe(0);
    const found = await service.ask(operator, 'GET /api/v1/admin/audit?aid=wang&act=call.refused');
    expect(found.json().data).toMatchObject([
      { reason: 'login.tenant_access_denied', fid: null, subject: 't-two' },
    ]);
  });

  test('cannot write text into a record in place of an id', async () => {
    const { token } = await service.signIn('guest', password);
    for (const tid of ['t-none', encodeURIComponent('王芳 13812345678')]) {
      expect((await service.ask(token, `GET /api/v1/tenants/${tid}/audit`)).statusCode).toBe(403);
    }
    const found = await service.ask(operator, 'GET /api/v1/admin/audit?aid=guest&act=call.refused');
    expect(found.json().data).toMatchObject([{ subject: null }, { subject: null }]);
  });

  test('is counted if anonymous', async () => {
    for (const token of [null, 'nonsense', 'nonsense']) await refuse(token);
    await flushRefusals(service.db);
    await recordRefusals(service.db, service.time.now + 10 * 60_000);
    await linkAll(service.db);
    const found = await service.ask(operator, 'GET /api/v1/admin/audit?act=call.refused&after=0&limit=100');
    expect(found.json().data).toContainEqual(
      expect.objectContaining({ reason: 'login.signature_is_invalid', count: 3, aid: null }),
    );
    const verified = await service.ask(operator, 'POST /api/v1/admin/audit/actions/verify');
    expect(verified.json().data).toMatchObject({ brokenAt: null });
    expect((await service.ask(operator, 'GET /api/v1/admin/audit/export')).body).toContain('"type":"end"');
  });
});

test('checkpoints are sent to the configured address, and again after a failure', async () => {
  await rotate();
  await service.startWork();
  await eventually(() => expect(posted.map(({ tid }) => tid)).toContain('t-two'));
  const checkpoint = posted.find(({ tid }) => tid === 't-two');
  const read = service.statements.read('audit-checkpoint+jwt', checkpoint?.statement ?? '');
  expect(read).toMatchObject({ claims: { tid: 't-two', sequence: checkpoint?.sequence } });
  expect(failures).toBe(0);
  await eventually(async () =>
    expect((await service.ask(null, 'GET /metrics')).body).toMatch(/^sealflow_audit_delay_seconds 0/m),
  );
});

test('a checkpoint address requires https, except on this machine', () => {
  const place = (AUDIT_CHECKPOINT_URL: string) => readConfig({ AUDIT_CHECKPOINT_URL }).auditCheckpointUrl;
  expect(place('https://keeper.example/in')).toBe('https://keeper.example/in');
  expect(place('http://127.0.0.1:9000/in')).toBe('http://127.0.0.1:9000/in');
  for (const url of ['http://keeper.example/in', 'ftp://localhost/in', 'keeper']) {
    expect(() => place(url)).toThrow('AUDIT_CHECKPOINT_URL');
  }
  expect(() => readConfig({ AUDIT_CHECKPOINT_SECONDS: '0' })).toThrow('AUDIT_CHECKPOINT_SECONDS');
});
