import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../app/demo/demo-people.table.ts';
import { seedDemo } from '../../app/demo/seed-demo.usecases.ts';
import { openTestService, type TestService } from '../../app/test-service.ts';
import { createOperator } from '../accounts/operators.usecases.ts';

const tid = 'huachen';
let service: TestService;
let operator: string;
let name: string;

beforeAll(async () => {
  service = await openTestService();
  await seedDemo(service);
  operator = await createOperator(service.db);
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

/** Tables with rows that name the tenant. */
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
  const answer = await ask(`GET /api/v1/admin/tenants/${tid}/export`);
  const lines = answer.body
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
  expect(answer.body).not.toContain('lanhai');
  expect(answer.body).not.toMatch(/wrapped_private_key|password_hash/);
});

test('a deletion takes a closed tenant and its name, and leaves nothing of it but its audit', async () => {
  const others = await sql`select * from memberships where tid = 'lanhai' order by fid`.execute(service.db);
  const before = objects();
  expect((await remove(name)).json().code).toBe('admin.tenant_not_closed');
  expect((await ask(`POST /api/v1/admin/tenants/${tid}/actions/close`)).statusCode).toBe(200);
  expect((await remove('another')).json().code).toBe('admin.confirmation_wrong');
  expect((await remove(name)).statusCode).toBe(204);

  expect((await ask(`GET /api/v1/admin/tenants/${tid}`)).json().code).toBe('admin.tenant_not_found');
  const kept = new Set([
    'audit_checkpoints',
    'audit_links',
    'audit_pending',
    'audit_records',
    'audit_refusals',
    'tenants',
  ]);
  expect((await tablesWith(`"${tid}"`)).filter((table) => !kept.has(table))).toEqual([]);
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

test('its chain still verifies, and those of others and of the deployment', async () => {
  for (const call of [
    `POST /api/v1/tenants/${tid}/audit/actions/verify`,
    'POST /api/v1/tenants/lanhai/audit/actions/verify',
    'POST /api/v1/admin/audit/actions/verify',
  ]) {
    const { data } = (await ask(call)).json();
    expect([call, data.brokenAt]).toEqual([call, null]);
  }
});

test('who was of the tenant alone still has the account, and who is of another goes on there', async () => {
  const alone = await service.ask(null, 'POST /api/v1/auth/token', {
    username: 'zhangwei',
    password: demoPassword,
  });
  expect(alone.json().code ?? alone.json().tenants).not.toBe('login.account_not_found');
  expect((await service.signIn('liuyang', demoPassword)).tenants.map(({ id }) => id)).toEqual(['lanhai']);
});
