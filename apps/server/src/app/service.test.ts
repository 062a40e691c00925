import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CallId } from '@sealflow/contract';
import { type Call, calls } from '@sealflow/contract/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, password } from '../../testing/accounts.ts';
import type { TestService } from '../../testing/service.ts';
import { unimplementedCalls } from '../infra/http/route.middleware.ts';
import { flushRefusals } from '../modules/audit/refusals.usecases.ts';
import { ensureOperatorFile, operatorFilePath } from './operator-file.usecases.ts';

let service: TestService;
beforeAll(async () => {
  service = await openAccounts();
});
afterAll(() => service.close());

const declared = Object.entries(calls) as [CallId, Call][];
const by = (test: (access: Call['access']) => boolean) =>
  declared.filter(([, call]) => test(call.access)).map(([name]) => name);

/** Path with all parameters filled in. The service checks access before it looks up their values. */
const filled = (name: CallId, tid: string) => name.replace('{tid}', tid).replaceAll(/\{\w+\}/g, 'none');

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  responses: Record<string, { description?: unknown }>;
}

describe('every declared call', () => {
  it('is served', () => {
    expect(unimplementedCalls(service.app)).toEqual([]);
  });

  it('is listed in the OpenAPI 3.1 document, which has no unknown routes', async () => {
    const document = (await service.ask(null, 'GET /api/v1/openapi.json')).json();
    const printed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(printed.filter((name) => !name.startsWith('HEAD ')).toSorted()).toEqual(
      [
        ...Object.keys(calls),
        'GET /healthz',
        'GET /metrics',
        'GET /readyz',
        ...['', '/otdf/{tid}'].flatMap((place) => [
          `GET ${place}/.well-known/opentdf-configuration`,
          `GET ${place}/kas/v2/kas_public_key`,
          `POST ${place}/kas/v2/rewrap`,
        ]),
      ].toSorted(),
    );
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(references).toEqual([]);
    const operations: string[] = [];
    for (const [path, methods] of Object.entries(
      document.paths as Record<string, Record<string, Operation>>,
    )) {
      for (const { operationId, parameters = [], responses } of Object.values(methods)) {
        operations.push(operationId);
        const named = parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name }) => `{${name}}`);
        expect(named.toSorted()).toEqual((path.match(/\{\w+\}/g) ?? []).toSorted());
        expect(Object.values(responses).every(({ description }) => typeof description === 'string')).toBe(
          true,
        );
      }
    }
    expect(new Set(operations).size).toBe(operations.length);
  });

  it.each(by((access) => access !== 'public'))('requires authentication: %s', async (name) => {
    for (const token of [null, 'nonsense']) {
      const response = await service.ask(token, filled(name, 't-one'));
      expect([response.statusCode, response.json().code]).toEqual([401, 'login.signature_is_invalid']);
    }
  });

  it.each(by((access) => access !== 'operator').filter((name) => name.includes('{tid}')))(
    'rejects members of another tenant: %s',
    async (name) => {
      const { token } = await service.signIn('wang', password);
      const response = await service.ask(token, filled(name, 't-two'));
      expect([response.statusCode, response.json().code]).toEqual([403, 'login.tenant_access_denied']);
    },
  );

  it.each(by((access) => typeof access === 'object'))('requires its right: %s', async (name) => {
    const { token } = await service.signIn('li', password);
    expect((await service.ask(token, filled(name, 't-one'))).json().code).toBe('app.no_rights');
    // A stream does not end; `console-events.test.ts` opens it with the right.
    if (calls[name].answer === 'events') return;
    const own = await service.ask(token, filled(name, 't-two'));
    expect(own.statusCode === 403 ? own.json().code : '').not.toBe('app.no_rights');
  });
});

describe('operator credential', () => {
  it('is created once, in a file that only the owner of the data can read', async () => {
    const { db } = service.accounts;
    expect(await ensureOperatorFile(db, service.folder)).toMatchObject({ isNew: true });
    expect(await ensureOperatorFile(db, service.folder)).toMatchObject({ isNew: false });
    const path = operatorFilePath(service.folder);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const credential = readFileSync(path, 'utf8').trim();
    expect((await service.ask(credential, 'GET /api/v1/admin/demo')).json().code).toBe('app.no_demo');
    const rotate = 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate';
    expect((await service.ask(credential, filled(rotate, 't-one'))).statusCode).toBe(200);
    expect((await service.ask(credential, filled(rotate, 't-none'))).statusCode).toBe(403);
    expect((await service.ask(credential, 'GET /api/v1/devices')).statusCode).toBe(401);
    expect((await service.ask(`${credential}x`, 'GET /api/v1/admin/demo')).statusCode).toBe(401);
  });

  it('is not left behind if its file cannot be written', async () => {
    const { db } = service.accounts;
    const folder = join(service.folder, 'in-the-way');
    mkdirSync(operatorFilePath(folder), { recursive: true });
    const operators = () =>
      db.selectFrom('operator_credentials').select('operator_id').orderBy('operator_id').execute();
    const before = await operators();
    await expect(ensureOperatorFile(db, folder)).rejects.toThrow('EISDIR');
    expect(await operators()).toEqual(before);
    expect(readdirSync(folder)).toEqual([basename(operatorFilePath(folder))]);
  });
});

describe('rate limits', () => {
  it('cover sign-ins from one address across all nodes', async () => {
    const limited = await openAccounts({ SIGN_IN_LIMIT: '3' });
    const body = { username: 'li', password };
    const responses = [];
    for (let index = 0; index < 4; index++)
      responses.push(await limited.ask(null, 'POST /api/v1/auth/token', body));
    await limited.close();
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 429]);
    expect(responses[3]?.json()).toMatchObject({
      code: 'app.too_many_requests',
      message: 'too many requests',
    });
    expect(Number(responses[3]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('cover writing calls of one account across all calls and tokens', async () => {
    const limited = await openAccounts({ CALL_LIMIT: '3' });
    const { token } = await limited.signIn('li', password);
    const other = await limited.signIn('wang', password);
    const fileToken = `POST /api/v1/tenants/t-one/file-token`;
    const file = (await limited.ask(token, fileToken)).json().token;
    const responses = [
      await limited.ask(token, fileToken),
      await limited.ask(file, 'DELETE /api/v1/files/none'),
      await limited.ask(token, 'POST /api/v1/auth/logout'),
      await limited.ask(token, 'GET /api/v1/devices'),
      await limited.ask(other.token, fileToken),
    ];
    await limited.close();
    expect(responses.map((response) => response.statusCode)).toEqual([200, 404, 429, 200, 200]);
    expect(Number(responses[2]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('cover reading calls of one account', async () => {
    const limited = await openAccounts({ READ_LIMIT: '2' });
    const { token } = await limited.signIn('li', password);
    const other = await limited.signIn('wang', password);
    const statuses = [];
    for (const asking of [token, token, token, other.token])
      statuses.push((await limited.ask(asking, 'GET /api/v1/devices')).statusCode);
    await limited.close();
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe('key requests', () => {
  it('are limited per address, so that a caller cannot flood the audit log of a tenant', async () => {
    const limited = await openAccounts({ KEY_ACCESS_LIMIT: '2' });
    const responses = [];
    for (const call of ['kas.AccessService/Rewrap', 'kas/v2/rewrap', 'kas.AccessService/Rewrap'])
      responses.push(await limited.ask('x', `POST /otdf/t-one/${call}`, { signedRequestToken: 'x' }));
    await flushRefusals(limited.db);
    const counted = await limited.db
      .selectFrom('audit_refusals')
      .select(['chain', 'reason', 'count'])
      .orderBy('count', 'desc')
      .execute();
    await limited.close();
    expect(responses.map((response) => response.statusCode)).toEqual([401, 401, 429]);
    expect(counted).toEqual([
      { chain: 't-one', reason: 'signed_out', count: 2 },
      { chain: '', reason: 'app.too_many_requests', count: 1 },
    ]);
  });
});

describe('health', () => {
  it('is served and reports ready while the database responds', async () => {
    expect((await service.ask(null, 'GET /healthz')).json()).toEqual({ status: 'ok' });
    expect((await service.ask(null, 'GET /readyz')).json()).toEqual({ status: 'ok', failed: [] });
  });
});
