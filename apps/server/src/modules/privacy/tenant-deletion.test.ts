import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Access, type Call, calls } from '@sealflow/contract/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { demoPassword } from '../../app/demo/demo-people.table.ts';
import { needsDemo, seedDemo } from '../../app/demo/seed-demo.usecases.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { createTenant, findOnlyTenant, findTenantByLicenceKey } from '../tenants/tenants.usecases.ts';

const tid = 'huachen';
let service: TestService;
let operator: string;
let name: string;

beforeAll(async () => {
  service = await openTestService();
  await seedDemo(service);
  operator = await createOperatorCredential(service.db);
  const { data } = (await service.ask(operator, `GET /api/v1/admin/tenants/${tid}`)).json();
  name = data.name;
});
afterAll(() => service.close());

const ask = (call: string, body?: object) => service.ask(operator, call, body);
const remove = (confirmation: string) =>
  ask(`POST /api/v1/admin/tenants/${tid}/actions/delete`, { confirmation });
const objects = () =>
  readdirSync(join(service.folder, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** Tables with rows that contain the tenant ID. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(service.db);
  const found: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(`${table.schema}.${table.name}`)} as r
      where strpos(to_jsonb(r)::text, ${text}) > 0`.execute(service.db);
    if (rows[0]?.count) found.push(table.name);
  }
  return found.toSorted();
}

test('an export has every row of the tenant and the bytes of its objects, and none of another', async () => {
  const response = await ask(`GET /api/v1/admin/tenants/${tid}/export`);
  const lines = response.body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const tables = new Set(lines.filter(({ type }) => type === 'row').map(({ table }) => table));
  for (const table of ['tenants', 'memberships', 'flows', 'flow_tasks', 'files', 'documents', 'messages'])
    expect(tables).toContain(table);
  const members = lines.filter(({ table }) => table === 'memberships');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from memberships where tid = ${tid}`.execute(service.db);
  expect(members).toHaveLength(rows[0]?.count ?? 0);
  const keys = new Set(lines.filter(({ type }) => type === 'object').map(({ key }) => key));
  const files = lines.filter(({ table }) => table === 'files');
  expect(files.length).toBeGreaterThan(0);
  for (const { row } of files) expect(keys).toContain(row.object_key);
  expect(lines.at(-1)).toMatchObject({
    type: 'end',
    rows: lines.filter(({ type }) => type === 'row').length,
  });
  expect(response.body).not.toContain('lanhai');
  expect(response.body).not.toMatch(/wrapped_private_key|password_hash/);
});

test('a deletion removes a closed tenant and its name, and keeps only its audit records', async () => {
  const others = await sql`select * from memberships where tid = 'lanhai' order by fid`.execute(service.db);
  const before = objects();
  expect((await remove(name)).json().code).toBe('admin.tenant_not_closed');
  expect((await ask(`POST /api/v1/admin/tenants/${tid}/actions/close`)).statusCode).toBe(200);
  expect((await remove('another')).json().code).toBe('admin.confirmation_wrong');
  expect(await findOnlyTenant(service.db)).toBeUndefined();
  await sql`insert into batched_jobs (queue, data) values ('workflow.notices', ${JSON.stringify({ tid })}::jsonb)`.execute(
    service.db,
  );
  expect((await remove(name)).statusCode).toBe(204);
  expect(await findOnlyTenant(service.db)).toMatchObject({ tid: 'lanhai' });

  expect((await ask(`GET /api/v1/admin/tenants/${tid}`)).json().code).toBe('admin.tenant_not_found');
  const retainedTables = new Set([
    'audit_checkpoints',
    'audit_links',
    'audit_pending',
    'audit_records',
    'audit_refusals',
    'tenants',
  ]);
  expect((await tablesWith(`"${tid}"`)).filter((table) => !retainedTables.has(table))).toEqual([]);
  const { rows: stone } = await sql`select * from tenants where tid = ${tid}`.execute(service.db);
  expect(JSON.stringify(stone)).not.toContain(name);
  expect((await ask(`POST /api/v1/admin/tenants/${tid}/actions/reopen`)).json().code).toBe(
    'admin.tenant_not_found',
  );
  expect(objects().length).toBeLessThan(before.length);
  const { rows: named } = await sql<{ key: string }>`
    select object_key as key from files union select object_key from flow_results`.execute(service.db);
  expect(objects().toSorted()).toEqual(named.map(({ key }) => key).toSorted());
  expect(await sql`select * from memberships where tid = 'lanhai' order by fid`.execute(service.db)).toEqual(
    others,
  );
});

test('the audit chains of the deleted tenant, of other tenants and of the deployment still verify', async () => {
  for (const call of [
    `POST /api/v1/tenants/${tid}/audit/actions/verify`,
    'POST /api/v1/tenants/lanhai/audit/actions/verify',
    'POST /api/v1/admin/audit/actions/verify',
  ]) {
    const { data } = (await ask(call)).json();
    expect([call, data.brokenAt]).toEqual([call, null]);
  }
});

test('the operator can read the audit records of a deleted tenant and nothing else of it', async () => {
  const tables = async () => (await tablesWith(tid)).filter((name) => !name.startsWith('audit_'));
  const before = await tables();
  const records = async () =>
    (
      await sql<{ act: string }>`select act from audit_records where tid = ${tid} order by id`.execute(
        service.db,
      )
    ).rows;
  const known = await records();
  const ofAudit: string[] = [];
  for (const [call, { access }] of Object.entries<Call>(calls)) {
    if (!call.includes('{tid}') || !isOperators(access)) continue;
    if (typeof access === 'object' && access.deletedTenants) {
      ofAudit.push(call);
      continue;
    }
    const body = call.startsWith('GET') ? undefined : bodies[call];
    const response = await ask(call.replace('{tid}', tid).replaceAll(/\{\w+\}/g, 'any'), body);
    const code = typeof access === 'object' ? 'login.tenant_access_denied' : 'admin.tenant_not_found';
    expect([call, response.json().code]).toEqual([call, code]);
  }
  expect(await records()).toEqual(known);
  for (const call of ofAudit)
    expect([call, (await ask(call.replace('{tid}', tid))).statusCode]).toEqual([call, 200]);
  expect((await records()).slice(known.length).map(({ act }) => act)).toEqual([
    'audit.read',
    'audit.exported',
    'audit.verified',
  ]);
  expect(await tables()).toEqual(before);
});

/** Valid bodies of operator operations, because the service validates the body before the tenant. */
const bodies: Record<string, object> = {
  'POST /api/v1/admin/tenants/{tid}/actions/delete': { confirmation: 'deleted' },
  'PUT /api/v1/admin/tenants/{tid}': { name: '改名公司' },
};

const isOperators = (access: Access) => access === 'operator' || typeof access === 'object';

test('a tenant is deleted once', async () => {
  await createTenant(service.db, { tid: 'twice', name: '两次', serviceVersion: 'eds-pro_16.2' });
  await ask('POST /api/v1/admin/tenants/twice/actions/close');
  const call = 'POST /api/v1/admin/tenants/twice/actions/delete';
  const responses = await Promise.all([1, 2].map(() => ask(call, { confirmation: '两次' })));
  expect(responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    204, 404,
  ]);
});

test('no caller creates a key for a deleted tenant', async () => {
  const platform = `GET /otdf/${tid}`;
  for (const call of [
    `${platform}/kas/v2/kas_public_key?algorithm=ec:secp256r1`,
    `${platform}/.well-known/opentdf-configuration`,
  ])
    expect([call, (await service.ask(null, call)).statusCode]).toEqual([call, 404]);
  const { rows: stone } = await sql<{ key: string }>`
    select licence_key_id as key from tenants where tid = ${tid}`.execute(service.db);
  expect(await findTenantByLicenceKey(service.db, stone[0]?.key ?? '')).toBeUndefined();
  await expect(service.keys.wrappingKey(tid, 'ec:secp256r1')).rejects.toThrow('login.tenant_access_denied');
  await expect(service.keys.addGeneration(tid)).rejects.toThrow('login.tenant_access_denied');
  expect(await sql`select from licence_keys where tid = ${tid}`.execute(service.db)).toMatchObject({
    rows: [],
  });
  expect(await needsDemo(service.db)).toBe(false);
});

test('a closed tenant without keys gets none', async () => {
  await createTenant(service.db, { tid: 'closed', name: '已关闭', serviceVersion: 'eds-pro_16.2' });
  await sql`update tenants set closed_at = now() where tid = 'closed'`.execute(service.db);
  const key = 'GET /otdf/closed/kas/v2/kas_public_key?algorithm=ec:secp256r1';
  expect((await service.ask(null, key)).statusCode).toBe(404);
  expect(await sql`select from licence_keys where tid = 'closed'`.execute(service.db)).toMatchObject({
    rows: [],
  });
  await sql`update tenants set closed_at = null where tid = 'closed'`.execute(service.db);
  expect((await service.ask(null, key)).statusCode).toBe(200);
});

test('members of the tenant alone keep their accounts, and members of another tenant stay there', async () => {
  const alone = await service.ask(null, 'POST /api/v1/auth/token', {
    username: 'zhangwei',
    password: demoPassword,
  });
  expect(alone.json().code ?? alone.json().tenants).not.toBe('login.account_not_found');
  expect((await service.signIn('liuyang', demoPassword)).tenants.map(({ id }) => id)).toEqual(['lanhai']);
});
