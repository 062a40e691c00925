import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/demo-people.table.ts';
import { type AskImports, finishImport, generateRows, uploadRows } from '../testing/imports.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

const people = 3000;
let place: ServicePlace;
let node: ServiceProcess;

beforeAll(async () => {
  place = await openServicePlace();
  node = await place.start();
});
afterAll(() => place?.close());

async function openAsk(): Promise<AskImports> {
  const post = async (path: string, body: object, token?: string) =>
    fetch(`${node.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const signedIn = await post('auth/token', { username: 'wangqiang', password: demoPassword });
  const { token } = (await signedIn.json()) as { token: string };
  return async (call, body) => {
    const [method = '', path = ''] = call.split(' ');
    const answer =
      method === 'POST'
        ? await post(`tenants/huachen/admin/imports${path}`, body ?? {}, token)
        : await fetch(`${node.url}/api/v1/tenants/huachen/admin/imports${path}`, {
            headers: { authorization: `Bearer ${token}` },
          });
    if (!answer.ok) throw new Error(`${call} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

const count = async (statement: string) =>
  Number((await place.database.pool.query<{ count: string }>(statement)).rows[0]?.count);

test('an import whose process is killed continues after the restart, and adds no person twice', async () => {
  let ask = await openAsk();
  const rows = generateRows(people);
  const importID = await uploadRows(ask, rows, { createDepartments: true });
  expect(await finishImport(ask, importID, 'check')).toMatchObject({ added: people });
  await ask(`POST /${importID}/actions/run`);
  const progress = () =>
    count(`select position as count from member_imports where import_id = '${importID}'`);
  await expect.poll(progress, { interval: 10 }).toBeGreaterThan(200);
  await node.stop('SIGKILL');
  const atKill = await count(`select added as count from member_imports where import_id = '${importID}'`);
  expect(atKill).toBeLessThan(people);
  const members = () =>
    count("select count(*) from memberships where tid = 'huachen' and staff_id is not null");
  // People and progress are committed together.
  expect(await members()).toBe(atKill);

  node = await place.start();
  ask = await openAsk();
  await expect
    .poll(async () => (await ask(`GET /${importID}`)).data, { timeout: 60_000 })
    .toMatchObject({ state: 'done', added: people, failed: 0, done: people });
  expect(await members()).toBe(people);
  expect(await count("select count(distinct staff_id) from memberships where tid = 'huachen'")).toBe(people);
  expect(await count("select count(*) from accounts where managed_by = 'huachen'")).toBeGreaterThanOrEqual(
    people,
  );
  const recorded = "select count(distinct subject) from readable_audit_records where act = 'member.invited'";
  expect(await count(recorded)).toBeGreaterThanOrEqual(people);

  const again = await uploadRows(ask, rows, { createDepartments: true });
  await finishImport(ask, again, 'check');
  expect(await finishImport(ask, again, 'run')).toMatchObject({ added: 0, unchanged: people });
  expect(await members()).toBe(people);
}, 180_000);
