import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { noticesOf } from '../../../testing/notices.ts';
import { createRequester, useWorld } from '../../../testing/world.ts';
import { handleDeadline } from './deadline.job.ts';
import { remindOfDeadline } from './reminders.usecases.ts';
import { startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);
const type = 'trusted_mailbox_application';
const hour = 3_600_000;

const publish = (escalation: object, more: object = {}) =>
  ask('root', `PUT /admin/flow-types/${type}`, {
    name: '可信邮箱',
    process: {
      stages: [{ rule: 'any_of', approvers: ['ann'] }],
      fileProcess: { by: 'service' },
      taskTimeLimit: hour,
      escalation,
      ...more,
    },
  });
const overdue = async (flowID: string) => {
  world.clock += hour;
  await handleDeadline(world.services, { tid: 'one', flowID });
};
const stepsOf = async (flowID: string) => (await ask('lin', `GET /flows/${flowID}/process`)).body.data;
const tasksOf = async (flowID: string) =>
  (await stepsOf(flowID)).flatMap(
    (step: {
      stepType: string;
      tasks: { assignee: { fid: string }; outcome: string | null; escalatedTo?: { fid: string } }[];
    }) =>
      step.stepType === 'approve'
        ? step.tasks.map(({ assignee, outcome, escalatedTo }) => [assignee.fid, outcome, escalatedTo?.fid])
        : [],
  );
const stateOf = async (flowID: string) => (await ask('lin', `GET /flows/${flowID}`)).body.data.state;

beforeAll(async () => {
  await startWorkflowJobs(world.jobs, world.services);
  const { db } = world.services;
  const row = { tid: 'one', head_fid: null };
  await db
    .insertInto('organisations')
    .values([
      { ...row, org_id: 'company', name: '总部', head_fid: 'dan' },
      { ...row, org_id: 'unit', name: '总部/研发', head_fid: 'cat' },
      { ...row, org_id: 'team', name: '总部/研发/一组', head_fid: 'ann' },
    ])
    .execute();
  const inTeam = db.updateTable('memberships').set({ org_id: 'team' });
  await inTeam.where('tid', '=', 'one').where('fid', '=', 'ann').execute();
});

test('an overdue task goes to the head of the department of its assignee, once, with notices and audit', async () => {
  await publish({ to: 'department_head', times: 1 });
  const flowID = await world.apply();
  await overdue(flowID);
  await handleDeadline(world.services, { tid: 'one', flowID });
  // The assignee is the head of the own department, so that the one above decides.
  expect(await tasksOf(flowID)).toEqual([
    ['ann', 'deadline_exceeded', 'cat'],
    ['cat', null, undefined],
  ]);
  expect(await stateOf(flowID)).toBe('approving');
  const escalated = '任务已升级：可信邮箱|“申请可信邮箱”的任务ANN未在期限内处理，已转交CAT';
  await eventually(async () => {
    expect(await noticesOf(world, 'lin', flowID)).toEqual([escalated]);
    expect((await noticesOf(world, 'cat', flowID)).toSorted()).toEqual(
      [escalated, '待审批：可信邮箱|LIN的“申请可信邮箱”等待您审批'].toSorted(),
    );
  });
  const records = await world.services.db
    .selectFrom('audit_records')
    .select('act')
    .where('tid', '=', 'one')
    .where('act', 'like', 'task.escalated%')
    .orderBy('id')
    .execute();
  expect(records.map(({ act }) => act)).toEqual([
    'task.escalated',
    'task.escalated_from',
    'task.escalated_to',
  ]);
  await overdue(flowID);
  expect(await stateOf(flowID)).toBe('terminated');
});

test('the head above and named people get overdue tasks, and nobody ends the application', async () => {
  await publish({ to: 'head_above', times: 1 });
  const above = await world.apply();
  await overdue(above);
  expect(await tasksOf(above)).toEqual([
    ['ann', 'deadline_exceeded', 'dan'],
    ['dan', null, undefined],
  ]);
  await publish({ to: 'people', people: ['lin', 'ann', 'eve'], times: 3 });
  const named = await world.apply();
  await overdue(named);
  expect((await tasksOf(named)).at(-1)).toEqual(['eve', null, undefined]);
  await overdue(named);
  expect(await stateOf(named)).toBe('terminated');
});

test('the reminder says what the deadline does', async () => {
  await publish({ to: 'department_head', times: 1 });
  const flowID = await world.apply();
  const remind = () => remindOfDeadline(world.services, { tid: 'one', flowID, dueAt: world.clock + hour });
  await remind();
  await eventually(async () => {
    expect((await noticesOf(world, 'ann', flowID)).join()).toContain('到期未处理会转交他人');
  });
  await overdue(flowID);
  await remind();
  await eventually(async () => {
    expect((await noticesOf(world, 'cat', flowID)).join()).toContain('到期未处理的申请会终止');
  });
});

test('people who get overdue tasks can act in the tenant', async () => {
  expect((await publish({ to: 'people', people: ['nobody'], times: 1 })).body.code).toBe(
    'work.approvers_invalid',
  );
  expect((await publish({ to: 'department_head', times: 4 })).body.code).toBe('app.invalid_request');
});

const states =
  'approving waiting passed rejected reviewed processing not_processed processed finished canceled terminated new'.split(
    ' ',
  );
const steps = ['initiate', 'approve', 'cc', 'file_process', 'download_decrypt', 'send_email'];
const outcomes = [
  'approved_by_others',
  'rejected_by_others',
  'direct_completed_by_others',
  'approval_no_executor',
  'file_processing_no_executor',
  'handled_by_others',
  'deadline_exceeded',
  'canceled_by_administrator',
  'canceled_by_applicant',
  'converted_to_add_approval',
  'workflow_completed',
  'workflow_canceled',
  'workflow_terminated',
  // The decisions of the assignee.
  'approved',
  'rejected',
  'handled',
];
const conditional = {
  rule: 'any_of',
  approvers: ['bob'],
  when: { match: 'all_of', of: [{ fact: 'outside_recipients', is: 'some' }] },
};
const first = { rule: 'any_of', approvers: ['ann'] };

test.each<[string, object, (flowID: string) => Promise<unknown>]>([
  ['a skipped stage', { stages: [conditional, first] }, async () => undefined],
  ['only skipped stages', { stages: [conditional], fallback: ['ann'] }, async () => undefined],
  [
    'a rule that finds nobody',
    { stages: [{ rule: 'all_of', approvers: [], roles: ['none'] }], fallback: ['ann'] },
    async () => undefined,
  ],
  [
    'a head who decides',
    { stages: [{ rule: 'all_of', approvers: ['eve'], headAbove: true }] },
    async () => undefined,
  ],
  ['an escalated task', { stages: [first] }, overdue],
  [
    'a task escalated in a stage of all',
    { stages: [{ rule: 'all_of', approvers: ['ann', 'bob'] }] },
    overdue,
  ],
  [
    'an application that ends after its escalation',
    { stages: [first] },
    async (flowID) => {
      await overdue(flowID);
      await overdue(flowID);
    },
  ],
])(
  'clients of the specification see only its states, steps and outcomes after %s',
  async (_, process, act) => {
    await world.services.db
      .insertInto('roles')
      .values({ tid: 'one', role_id: 'none', name: '空', rights: [] })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect((await publish({ to: 'department_head', times: 1 }, process)).status).toBe(200);
    const flowID = await world.apply();
    await act(flowID);
    const filter = encodeURIComponent(JSON.stringify({ type }));
    for (const query of [`type=${type}`, `filter=${filter}`]) {
      for (const name of ['ann', 'bob', 'cat', 'lin'] as const) {
        const flows = (await ask(name, `GET /user-flows?limit=100&${query}`)).body.data;
        const tasks = (await ask(name, `GET /user-tasks?limit=100&${query}`)).body.data;
        for (const { state } of flows) expect(states).toContain(state);
        for (const task of tasks) {
          expect(states).toContain(task.flow.state);
          expect(steps).toContain(task.nodeType);
          expect(['awaiting', 'processed', 'canceled']).toContain(task.state);
          expect([null, ...outcomes]).toContain(task.outcome);
        }
      }
    }
    for (const step of await stepsOf(flowID)) {
      expect(steps).toContain(step.stepType);
      expect(['pending', 'current', 'done', 'skipped']).toContain(step.state);
      for (const { outcome } of step.tasks) expect([null, ...outcomes]).toContain(outcome);
    }
  },
);
