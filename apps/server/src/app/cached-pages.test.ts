import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccounts, password } from '../../testing/accounts.ts';
import { type PolledRequest, poll, pollUntilKept } from '../../testing/cached-answers.ts';
import type { TestService } from '../../testing/service.ts';
import { inTransaction } from '../infra/database/index.ts';
import { recordAct } from '../modules/audit/audit.usecases.ts';

const tasks = '/api/v1/tenants/t-one/user-tasks?skip=0&limit=10&state=awaiting';
const flows = '/api/v1/tenants/t-one/user-flows?skip=0&limit=10';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await openAccounts({ LOG_LEVEL: 'warn' });
  await service.listen();
  await run(`insert into flow_types values ('t-one', 1, 'file_out', '外发', '{}')`);
});
beforeEach(async () => {
  await run(
    `delete from flow_tasks; delete from flows; delete from absences; update memberships set name = fid;
    update flow_types set name = '外发'`,
    ...['li', 'wang'].map((name) => flowOf(name)),
    taskOf('li', 'wang'),
    taskOf('wang', 'li'),
  );
  ({ token } = await service.signIn('li', password));
  await service.changes.catchUp();
});
afterAll(() => service.close());

const run = async (...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(service.db);
};
const flowOf = (applicant: string) =>
  `insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at,
    updated_at) values ('${applicant}', 't-one', 1, 'file_out', '题', '', 'approving', 0, '{}', 'f-${applicant}', now(), now())`;
/** A task that awaits the decision of `assignee` on the application of `applicant`. */
const taskOf = (assignee: string, applicant: string, position = 0) =>
  `insert into flow_tasks (task_id, flow_id, position, tid, step, assignee_fid, state, created_at, added)
    values ('${applicant}-${assignee}-${position}', '${applicant}', ${position}, 't-one', 'approve', 'f-${assignee}', 'awaiting', now(), false)`;
const absenceOf = (absent: string, deputy: string, from: string) =>
  `insert into absences (absence_id, tid, fid, deputy_fid, from_at, created_at, changed_at)
    values ('a', 't-one', 'f-${absent}', 'f-${deputy}', now() + interval '${from}', now(), now())`;

type Asking = Partial<PolledRequest>;
const ask = (asking: Asking = {}) => poll({ of: service, bearer: token, path: tasks, ...asking });
const askUntilKept = (asking: Asking = {}) =>
  pollUntilKept({ of: service, bearer: token, path: tasks, ...asking });

/** Runs the statements and asks after the feed has delivered them. */
async function askAfter(asking: Asking, ...statements: string[]) {
  await askUntilKept(asking);
  await run(...statements);
  await service.changes.catchUp();
  return ask(asking);
}

test.each([tasks, flows])('repeats a cached page unchanged: %s', async (path) => {
  const { first, again } = await askUntilKept({ path });
  expect(JSON.parse(first.body)).toMatchObject({ total: 1, data: [{}] });
  expect(again.body).toBe(first.body);
  expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
});

test.each([
  ['a new task', taskOf('li', 'wang', 1), '"total":2'],
  ['a deleted task', `delete from flow_tasks where assignee_fid = 'f-li'`, '"total":0'],
  ['a changed application', `update flows set title = '新题' where flow_id = 'wang'`, '新题'],
  [
    'many changed applications',
    `insert into flows select 'n' || n, tid, type_id, type, title, description, state, stage,
    process, applicant_fid, deadline, created_at, updated_at from flows, generate_series(1, 30) as n where flow_id = 'wang';
    update flows set title = '新题'`,
    '新题',
  ],
  ['a new name of the applicant', `update memberships set name = '新名' where fid = 'f-wang'`, '新名'],
  ['new names of all members', `update memberships set name = '新名'`, '新名'],
  [
    'an absence with this person as deputy',
    `${taskOf('wang', 'wang', 2)}; ${absenceOf('wang', 'li', '-1 day')}`,
    '"total":2',
  ],
])('a cached page of tasks ends with %s', async (_, statement, part) => {
  const after = await askAfter({}, statement);
  expect([after.status, after.wasKept]).toEqual([200, false]);
  expect(after.body).toContain(part);
});

test.each([
  ['a new application', flowOf('li').replace(`'li'`, `'second'`), '"total":2'],
  ['a changed application', `update flows set title = '新题' where flow_id = 'li'`, '新题'],
  ['the own new name', `update memberships set name = '新名' where fid = 'f-li'`, '新名'],
])('a cached page of applications ends with %s', async (_, statement, part) => {
  const after = await askAfter({ path: flows }, statement);
  expect([after.status, after.wasKept]).toEqual([200, false]);
  expect(after.body).toContain(part);
});

test.each([tasks, flows])(
  'a cached page ends with the new name of a type of applications: %s',
  async (path) => {
    await askUntilKept({ path });
    const { db, clock } = service;
    await inTransaction(db, async (handle) => {
      await handle.updateTable('flow_types').set({ name: '新类' }).execute();
      const actor = { kind: 'operator', tid: 't-one', operatorID: 'o' } as const;
      await recordAct(
        { handle, actor, at: new Date(clock()) },
        { act: 'flow_type.defined', subject: 'file_out' },
      );
    });
    await service.changes.catchUp();
    const after = await ask({ path });
    expect(after.wasKept).toBe(false);
    expect(after.body).toContain('新类');
  },
);

test('a cached page stays valid while other people change', async () => {
  const after = await askAfter(
    {},
    taskOf('wang', 'li', 1),
    `update flows set title = '新题' where flow_id = 'li'`,
  );
  expect(after.wasKept).toBe(true);
});

test('pages of a deputy are not cached, because periods begin and end without a change of a row', async () => {
  await askAfter({}, absenceOf('wang', 'li', '1 day'));
  for (const _ of [1, 2, 3]) expect((await ask()).wasKept).toBe(false);
});

test('a cached page ends with the session', async () => {
  const after = await askAfter(
    {},
    `update sessions set ended_at = now(), end_reason = 'logout' where aid = 'li'`,
  );
  expect([after.status, after.wasKept]).toEqual([401, false]);
});

test('a long page is cached in the encoding that the client accepts', async () => {
  await run(
    ...Array.from({ length: 9 }, (_, position) => taskOf('li', 'wang', position + 1)),
    `update flows set description = repeat('长', 100)`,
  );
  await service.changes.catchUp();
  const plain = await askUntilKept();
  expect(plain.again.bytes.length).toBeGreaterThan(2048);
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
  ] as const) {
    const headers = { 'accept-encoding': accepted };
    const { first, again } = await askUntilKept({ headers });
    for (const answer of [first, again]) {
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding });
      expect(answer.headers.vary).toMatch(/accept-encoding/);
      expect(decoders[encoding](answer.bytes).toString()).toBe(plain.first.body);
    }
  }
  const unsupported = await ask({ headers: { 'accept-encoding': 'deflate;q=0' } });
  expect(unsupported.headers['content-encoding']).toBeUndefined();
});
