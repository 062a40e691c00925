import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';

const world = useWorld();
const ask = createRequester(world);
const type = 'trusted_mailbox_application';
const fileProcess = { by: 'service' };
const stage = (...approvers: string[]) => ({ rule: 'all_of', approvers, departmentHead: true });

/** The departments by path; lin is a member of the last one, `team`. */
const paths = { company: '总部', unit: '总部/研发部', team: '总部/研发部/一组', other: '总部/研发' };
type Department = keyof typeof paths;

/** Gives departments their heads; the others have none. */
async function setHeads(heads: Partial<Record<Department, string>>): Promise<void> {
  for (const orgID of Object.keys(paths) as Department[])
    await world.services.db
      .updateTable('organisations')
      .set({ head_fid: heads[orgID] ?? null })
      .where('tid', '=', 'one')
      .where('org_id', '=', orgID)
      .execute();
}

async function publish(...stages: object[]): Promise<void> {
  const process = { stages, fileProcess };
  const { status } = await ask('root', `PUT /admin/flow-types/${type}`, { name: '可信邮箱', process });
  expect(status).toBe(200);
}

/** The people who have a task of a new application of lin. */
const askedBy = async () => [...(await world.tasks(await world.apply())).keys()].toSorted();

beforeAll(async () => {
  const { db } = world.services;
  for (const tid of ['one', 'two']) {
    const rows = Object.entries(paths).map(([org_id, name]) => ({ tid, org_id, name, head_fid: 'eve' }));
    await db.insertInto('organisations').values(rows).execute();
    await db
      .updateTable('memberships')
      .set({ org_id: 'team' })
      .where('tid', '=', tid)
      .where('fid', '=', 'lin')
      .execute();
  }
});
beforeEach(() => publish(stage()));

test('the head of the own department decides, otherwise that of the nearest one above', async () => {
  await setHeads({ company: 'ann', unit: 'bob', team: 'cat', other: 'dan' });
  expect(await askedBy()).toEqual(['cat']);
  await setHeads({ company: 'ann', unit: 'bob', other: 'dan' });
  expect(await askedBy()).toEqual(['bob']);
  await setHeads({ company: 'ann', team: 'lin', other: 'dan' });
  expect(await askedBy()).toEqual(['ann']);
});

test('a head who can get no task is passed over', async () => {
  await setHeads({ company: 'ann', team: 'dan' });
  const suspend = (state: 'active' | 'suspended') =>
    world.services.db
      .updateTable('memberships')
      .set({ state })
      .where('tid', '=', 'one')
      .where('fid', '=', 'dan')
      .execute();
  await suspend('suspended');
  expect(await askedBy()).toEqual(['ann']);
  await suspend('active');
  expect(await askedBy()).toEqual(['dan']);
});

test('an application keeps the head of its submission, and its process names the person', async () => {
  await setHeads({ team: 'cat' });
  const flowID = await world.apply();
  await setHeads({ team: 'dan' });
  const { process } = await world.services.db
    .selectFrom('flows')
    .select('process')
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  expect(process.stages).toEqual([{ rule: 'all_of', approvers: ['cat'] }]);
});

test('without a head an application is refused, and a draft is refused when it is submitted', async () => {
  await setHeads({ team: 'lin', other: 'dan' });
  const application = { type, title: '邮箱', description: '', files: [] };
  const refused = await ask('lin', 'POST /user-flows', application);
  expect([refused.status, refused.body.code]).toEqual([409, 'work.no_department_head']);
  const saved = await ask('lin', 'POST /user-flows', { ...application, submit: false });
  expect(saved.status).toBe(200);
  const submit = `POST /flows/${saved.body.data.id}/actions/submit`;
  expect((await ask('lin', submit, {})).body.code).toBe('work.no_department_head');
  await setHeads({ company: 'ann' });
  expect((await ask('lin', submit, {})).status).toBe(200);
  expect([...(await world.tasks(saved.body.data.id)).keys()]).toEqual(['ann']);
});

test('the head decides beside the people of the stage, who decide alone without a head', async () => {
  await publish(stage('cat', 'bob'));
  await setHeads({ unit: 'bob', company: 'ann' });
  expect(await askedBy()).toEqual(['bob', 'cat']);
  await setHeads({ company: 'ann' });
  expect(await askedBy()).toEqual(['ann', 'bob', 'cat']);
  await setHeads({});
  expect(await askedBy()).toEqual(['bob', 'cat']);
});

test('the simulation says who the head is, and that there is none', async () => {
  const simulate = async (...stages: object[]) => {
    const process = { stages, fileProcess };
    const { body } = await ask('root', `POST /admin/processes/${type}/actions/simulate`, {
      applicant: 'lin',
      process,
    });
    return body.data;
  };
  await setHeads({ unit: 'bob' });
  const found = await simulate(stage('cat'), { rule: 'any_of', approvers: ['dan'] });
  expect(found).toMatchObject({
    isPossible: true,
    stages: [
      {
        assignees: [{ fid: 'bob' }, { fid: 'cat' }],
        departmentHead: { fid: 'bob', name: 'BOB' },
        lacksDepartmentHead: false,
      },
      { departmentHead: null, lacksDepartmentHead: false },
    ],
  });
  await setHeads({});
  expect(await simulate(stage())).toMatchObject({
    isPossible: false,
    stages: [{ assignees: [], departmentHead: null, lacksDepartmentHead: true }],
  });
});

test('a draft of a process with only the head is complete, and a stage without anybody is rejected', async () => {
  const path = `/admin/processes/${type}`;
  const save = (first: object) =>
    ask('root', `PUT ${path}/draft`, { name: '可信邮箱', process: { stages: [first], fileProcess } });
  await save({ rule: 'any_of', approvers: [], departmentHead: false });
  expect((await ask('root', `POST ${path}/draft/actions/publish`)).body.code).toBe('admin.draft_incomplete');
  await save(stage());
  const published = await ask('root', `POST ${path}/draft/actions/publish`);
  expect(published.body.data.published.process.stages).toEqual([stage()]);
  const process = { stages: [{ rule: 'any_of', approvers: [] }], fileProcess };
  const rejected = await ask('root', `PUT /admin/flow-types/${type}`, { name: '可信邮箱', process });
  expect(rejected.body).toMatchObject({
    code: 'app.invalid_request',
    params: { path: 'body.process.stages.0.approvers' },
  });
});
