import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';
import { inTransaction } from '../../infra/database/index.ts';
import { up } from '../../infra/database/migrations/036-reassigned-tasks.migration.ts';
import { handOverTasks, lockFlowsAwaiting } from './reassign.usecases.ts';

const world = useWorld();
const ask = createRequester(world);
const hourMs = 3_600_000;
const titles = async (query: string): Promise<string[]> =>
  (await ask('root', `GET /admin/flows?${query}`)).body.data.map(({ title }: { title: string }) => title);

test('lists applications by what administrators ask: order, waiting time, people', async () => {
  const first = await world.apply({ title: 'B first' });
  world.clock += 2 * hourMs;
  await world.apply({ title: 'A second' });
  world.clock += hourMs;
  await world.apply({ title: 'C done' });
  const done = (await ask('root', 'GET /admin/flows?limit=1')).body.data[0].id;
  await ask('ann', `POST /tasks/${(await world.tasks(done)).get('ann')}/actions/approve`, {});

  expect(await titles('')).toEqual(['C done', 'A second', 'B first']);
  expect(await titles('sort=createAt')).toEqual(['B first', 'A second', 'C done']);
  expect(await titles('sort=title')).toEqual(['A second', 'B first', 'C done']);
  expect(await titles('sort=-title')).toEqual(['C done', 'B first', 'A second']);
  expect(await titles('sort=waitingSince')).toEqual(['B first', 'A second', 'C done']);
  expect(await titles('sort=-waitingSince')).toEqual(['A second', 'B first', 'C done']);
  expect(await titles(`waitingLongerThan=${2 * hourMs}`)).toEqual(['B first']);
  expect(await titles('assignee=ann&sort=createAt')).toEqual(['B first', 'A second']);
  expect(await titles('assignee=eve')).toEqual([]);
  expect((await ask('root', 'GET /admin/flows?sort=applicant')).status).toBe(400);

  const { data } = (await ask('root', 'GET /admin/flows?sort=createAt')).body;
  expect(data[0]).toMatchObject({
    id: first,
    waitingSince: world.clock - 3 * hourMs,
    waitingFor: ['ann', 'bob', 'cat', 'dan'].map((fid) => ({ fid, name: fid.toUpperCase() })),
  });
  expect(data[2]).toMatchObject({ waitingSince: null, waitingFor: [] });
});

test('an administrator gives the open task of somebody absent to another person', async () => {
  const flowID = await world.apply({ title: 'absent' });
  const taskID = (await world.tasks(flowID)).get('ann');
  const call = `POST /admin/tasks/${taskID}/actions/reassign`;
  const body = { assignee: 'eve', reason: '休假' };
  expect((await ask('bob', call, body)).body.code).toBe('app.no_rights');
  for (const assignee of ['lin', 'bob', 'ghost'])
    expect((await ask('root', call, { ...body, assignee })).body.code).toBe('work.approvers_invalid');
  expect((await ask('root', call, { assignee: 'eve', reason: ' ' })).status).toBe(400);

  expect((await ask('root', call, body)).status).toBe(204);
  expect((await ask('root', call, body)).body.code).toBe('work.task_state_error');
  const { data } = (await ask('root', `GET /admin/flows/${flowID}`)).body;
  const tasks = data.process.find(({ stepType }: { stepType: string }) => stepType === 'approve').tasks;
  expect(tasks.find(({ id }: { id: string }) => id === taskID)).toMatchObject({
    outcome: 'transferred',
    note: '休假',
    assignee: { fid: 'ann', name: 'ANN' },
    reassignment: { by: null, to: { fid: 'eve', name: 'EVE' } },
  });
  const steps = (await ask('bob', `GET /flows/${flowID}/process`)).body.data;
  expect(steps).toEqual(data.process);
  expect(tasks.filter((task: object) => 'reassignment' in task)).toHaveLength(1);
  const ofEve = (await world.tasks(flowID)).get('eve');
  expect((await ask('eve', `POST /tasks/${ofEve}/actions/approve`, {})).status).toBe(200);

  const { db } = world.services;
  const recorded = await db
    .selectFrom('audit_records')
    .select(['act', 'operator_id', 'fid'])
    .where('subject', '=', taskID ?? '')
    .execute();
  expect(recorded).toEqual([{ act: 'task.reassigned', operator_id: 'root', fid: null }]);
  const { rows: people } = await sql`
    select act, operator_id, subject from readable_audit_records where act ~ '^task[.]reassigned_' order by id desc limit 2
  `.execute(db);
  expect(people).toEqual([
    { act: 'task.reassigned_to', operator_id: 'root', subject: 'eve' },
    { act: 'task.reassigned_from', operator_id: 'root', subject: 'ann' },
  ]);
  const acts = await db.selectFrom('flow_acts').selectAll().where('flow_id', '=', flowID).execute();
  expect(acts).toContainEqual(
    expect.objectContaining({ action: 'reassign', operator_id: 'root', note: '休假', task_id: taskID }),
  );
  expect(
    await db
      .selectFrom('flow_decisions')
      .selectAll()
      .where('task_id', '=', taskID ?? '')
      .execute(),
  ).toEqual([]);
});

test('refuses tasks of other tenants and tasks that only their assignee can do', async () => {
  const elsewhere = [...(await world.tasks(await world.apply({}, 'two'))).values()][0];
  const body = { assignee: 'bob', reason: 'x' };
  expect((await ask('root', `POST /admin/tasks/${elsewhere}/actions/reassign`, body)).body.code).toBe(
    'work.task_not_found',
  );
  expect((await ask('root', 'POST /admin/tasks/none/actions/reassign', body)).body.code).toBe(
    'work.task_not_found',
  );
  const uri = await world.store('a.txt', new Uint8Array([65]));
  const flowID = await world.apply({ type: 'file_decryption', files: [uri] });
  for (const name of ['ann', 'bob'] as const)
    await ask(name, `POST /tasks/${(await world.tasks(flowID)).get(name)}/actions/approve`, {});
  await ask('cat', `POST /tasks/${(await world.tasks(flowID)).get('cat')}/actions/approve`, {});
  const cc = (await world.tasks(flowID)).get('dan');
  expect((await ask('root', `POST /admin/tasks/${cc}/actions/reassign`, body)).body.code).toMatch(
    /^work\.(task|flow)_state_error$/,
  );
});

test('the open tasks of a leaving person go to the successor, except those that the successor cannot get', async () => {
  const flowIDs = [await world.apply({ title: 'one' }), await world.apply({ title: 'two' })];
  const { db } = world.services;
  const handOver = (from: string, to: string) =>
    inTransaction(db, async (transaction) => {
      const locked = await lockFlowsAwaiting(transaction, { tid: 'one', fid: from });
      const actor = { kind: 'operator', tid: 'one', operatorID: 'root' } as const;
      const tasks = { actor, flowIDs: locked, from, to, reason: '离职交接' };
      return handOverTasks(transaction, world.services, tasks);
    });
  const { tasks, tasksLeft } = await handOver('ann', 'eve');
  expect([tasks >= 2, tasksLeft]).toEqual([true, 0]);
  expect(await titles('assignee=ann')).toEqual([]);
  expect(await titles('assignee=eve')).toEqual(expect.arrayContaining(['one', 'two']));
  const acts = await db
    .selectFrom('flow_acts')
    .select('operator_id')
    .where('flow_id', 'in', flowIDs)
    .where('note', '=', '离职交接')
    .execute();
  expect(acts).toEqual([{ operator_id: 'root' }, { operator_id: 'root' }]);

  // Eve already decides in these stages.
  expect(await handOver('bob', 'eve')).toMatchObject({ tasks: 0 });
  expect(await titles('assignee=bob')).toEqual(expect.arrayContaining(['one', 'two']));
});

test('the migration names the task of each earlier reassignment', async () => {
  const { db } = world.services;
  const readActs = () => sql`select * from flow_acts order by act_id`.execute(db);
  const flowIDs = [await world.apply({ title: 'first' }), await world.apply({ title: 'second' })];
  for (const flowID of flowIDs) {
    const call = `POST /admin/tasks/${(await world.tasks(flowID)).get('ann')}/actions/reassign`;
    expect((await ask('root', call, { assignee: 'eve', reason: '休假' })).status).toBe(204);
  }
  const { rows } = await readActs();
  await sql`alter table flow_acts drop column task_id`.execute(db);
  await up(db as unknown as Kysely<unknown>);
  expect((await readActs()).rows).toEqual(rows);
});
