import { flowStates, stepTypes, taskOutcomes, taskStates } from '@sealflow/domain/workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { addMember } from '../tenants/tenants.usecases.ts';
import { handleAbsence } from './absence.job.ts';
import { defineFlowType } from './flow-types.usecases.ts';
import { postNotices } from './notices.job.ts';
import { handleExecutorLeft } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);
const dayMs = 86_400_000;

beforeEach(async () => {
  await world.services.db.deleteFrom('absences').execute();
});

const set = (name: PersonName, deputy: string, more: object = {}) =>
  ask(name, 'POST /user-absences', { deputy, ...more });
const taskIDs = async (name: PersonName, query = 'state=awaiting') =>
  (await ask(name, `GET /user-tasks?limit=100&${query}`)).body.data.map(({ id }: { id: string }) => id);
const countOf = async (name: PersonName) =>
  (await ask(name, 'GET /user-tasks?limit=0&state=awaiting&type=approval')).body.total;
const acts = async (subject: string) => {
  const rows = await world.services.db
    .selectFrom('readable_audit_records')
    .select(['act', 'fid'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ act, fid }) => `${act} by ${fid ?? 'service'}`);
};
const messagesOf = async (name: PersonName) => {
  const rows = await world.services.db
    .selectFrom('messages')
    .innerJoin('message_channels as channels', 'channels.session_id', 'messages.session_id')
    .select(['messages.title', 'messages.text'])
    .where('channels.aid', '=', `a-${name}`)
    .orderBy('messages.sequence')
    .execute();
  return rows.map(({ title, text }) => `${title} ${text}`);
};

describe('an absence', () => {
  test('is refused for oneself, strangers, a period that is over, and where it overlaps another', async () => {
    expect((await set('ann', 'ann')).body.code).toBe('work.deputy_invalid');
    expect((await set('ann', 'nobody')).body.code).toBe('work.deputy_invalid');
    expect((await set('ann', 'eve', { until: world.clock })).body.code).toBe('work.absence_period_invalid');
    expect((await set('ann', 'eve', { types: [] })).status).toBe(400);
    const first = await set('ann', 'eve', { types: ['mail_out'] });
    expect(first.body.data).toMatchObject({ state: 'running', until: null, types: ['mail_out'] });
    const overlap = await set('ann', 'bob');
    expect([overlap.status, overlap.body.code]).toEqual([409, 'work.absence_overlaps']);
    expect((await set('ann', 'bob', { types: ['file_out'] })).status).toBe(200);
    const both = await Promise.all([set('cat', 'eve'), set('cat', 'dan')]);
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409']);
  });

  test('is seen by both, ended once by the person alone, and both acts are recorded', async () => {
    const { id } = (await set('ann', 'eve', { from: world.clock + dayMs, until: world.clock + 2 * dayMs }))
      .body.data;
    const own = (await ask('ann', 'GET /user-absences')).body.data;
    expect(own.own).toMatchObject([{ id, state: 'coming', deputy: { fid: 'eve', name: 'EVE' } }]);
    expect((await ask('eve', 'GET /user-absences')).body.data.asDeputy).toMatchObject([
      { id, person: { fid: 'ann', name: 'ANN' } },
    ]);
    expect((await ask('eve', `POST /user-absences/${id}/actions/end`)).body.code).toBe(
      'work.absence_not_found',
    );
    const ended = await ask('ann', `POST /user-absences/${id}/actions/end`);
    expect(ended.body.data).toMatchObject({ state: 'ended', endReason: 'taken_back' });
    expect((await ask('ann', `POST /user-absences/${id}/actions/end`)).body.code).toBe(
      'work.absence_not_found',
    );
    expect(await acts('eve')).toEqual(expect.arrayContaining(['absence.set by ann', 'absence.ended by ann']));
    expect(await acts('ann')).toContain('absence.ended_for by ann');
    expect(await messagesOf('eve')).toEqual(
      expect.arrayContaining([expect.stringContaining('您不再是ANN的代理人')]),
    );
  });

  test('is set, listed and ended by administrators, who inform both people', async () => {
    const set = await ask('root', 'POST /admin/absences', { fid: 'ann', deputy: 'eve' });
    const { id } = set.body.data;
    expect((await ask('root', 'GET /admin/absences?fid=ann')).body).toMatchObject({
      total: 1,
      data: [{ id, state: 'running' }],
    });
    expect(await messagesOf('ann')).toEqual(
      expect.arrayContaining([expect.stringContaining('EVE已成为您的代理人')]),
    );
    expect((await ask('root', 'POST /admin/absences/none/actions/end')).body.code).toBe(
      'work.absence_not_found',
    );
    const ended = await ask('root', `POST /admin/absences/${id}/actions/end`);
    expect(ended.body.data.state).toBe('ended');
    expect((await ask('root', 'POST /admin/absences', { fid: 'none', deputy: 'eve' })).body.code).toBe(
      'login.user_not_found',
    );
  });

  test('can name colleagues found by a part of the name only', async () => {
    expect((await ask('eve', 'GET /user-deputies?keyword=an')).body.data).toMatchObject([
      { fid: 'ann' },
      { fid: 'dan' },
    ]);
    expect((await ask('eve', 'GET /user-deputies?keyword=')).status).toBe(400);
    expect((await ask('eve', 'GET /user-deputies')).status).toBe(400);
  });
});

describe('a deputy', () => {
  test('sees existing and new tasks of the types, beside the absent person, while the absence runs', async () => {
    const before = await world.apply();
    const until = world.clock + dayMs;
    expect(await countOf('eve')).toBe(0);
    const { id } = (await set('ann', 'eve', { until, types: ['trusted_mailbox_application'] })).body.data;
    const after = await world.apply();
    const ids = [(await world.tasks(after)).get('ann'), (await world.tasks(before)).get('ann')];
    expect((await taskIDs('eve')).toSorted()).toEqual(ids.map(String).toSorted());
    expect(await taskIDs('ann')).toEqual(expect.arrayContaining(ids));
    expect(await countOf('eve')).toBe(2);
    const page = (await ask('eve', 'GET /user-tasks?skip=1&limit=1')).body;
    expect(page).toMatchObject({ total: 2, data: [{ deputyFor: { fid: 'ann', name: 'ANN' } }] });
    expect((await ask('ann', 'GET /user-tasks?limit=1')).body.data[0].deputyFor).toBeUndefined();
    expect(await taskIDs('eve', 'type=mail_out')).toEqual([]);
    const flow = (await ask('eve', `GET /flows/${after}`)).body.data;
    expect(flow.myTask).toMatchObject({ id: ids[0], deputyFor: { fid: 'ann', name: 'ANN' } });
    expect((await ask('eve', 'GET /user-candidates')).status).toBe(200);
    world.clock = until;
    expect(await taskIDs('eve')).toEqual([]);
    expect(await countOf('eve')).toBe(0);
    expect((await ask('eve', `GET /flows/${after}`)).body.code).toBe('work.flow_not_found');
    expect((await ask('eve', `POST /tasks/${ids[0]}/actions/approve`, {})).body.code).toBe(
      'work.task_not_found',
    );
    const endedBefore = (await acts('eve')).filter((act) => act === 'absence.ended by service').length;
    await handleAbsence(world.services, { tid: 'one', absenceID: id });
    await handleAbsence(world.services, { tid: 'one', absenceID: id });
    expect((await ask('root', 'GET /admin/absences?fid=ann')).body.data).toMatchObject([
      { state: 'ended', endReason: 'elapsed', endAt: until },
    ]);
    expect((await acts('eve')).filter((act) => act === 'absence.ended by service')).toHaveLength(
      endedBefore + 1,
    );
  });

  test('gets nothing for other types, and nothing as deputy of a deputy', async () => {
    const flowID = await world.apply();
    const taskID = (await world.tasks(flowID)).get('ann');
    await set('ann', 'eve', { types: ['mail_out'] });
    expect(await taskIDs('eve')).toEqual([]);
    await set('ann', 'dan', { types: ['trusted_mailbox_application'] });
    await set('dan', 'eve');
    expect(await taskIDs('eve')).not.toContain(taskID);
    expect((await ask('eve', `POST /tasks/${taskID}/actions/approve`, {})).body.code).toBe(
      'work.task_not_found',
    );
  });

  test('decides once with the person: one wins, and every record names both', async () => {
    await set('ann', 'eve');
    const flowID = await world.apply();
    const taskID = (await world.tasks(flowID)).get('ann') ?? '';
    const answers = await Promise.all(
      (['eve', 'ann', 'eve', 'ann'] as const).map((name) =>
        ask(name, `POST /tasks/${taskID}/actions/approve`, {}),
      ),
    );
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409', '409', '409']);
    const second = await world.apply();
    const other = (await world.tasks(second)).get('ann') ?? '';
    expect(
      (await ask('eve', `POST /tasks/${other}/actions/reject`, { note: '不行' })).body.data,
    ).toMatchObject({
      id: other,
      state: 'processed',
      note: '不行',
    });
    const { db } = world.services;
    const decision = await db
      .selectFrom('flow_decisions')
      .select(['aid', 'fid', 'for_fid', 'action'])
      .where('task_id', '=', other)
      .execute();
    expect(decision).toEqual([{ aid: 'a-eve', fid: 'eve', for_fid: 'ann', action: 'reject' }]);
    expect(await acts(other)).toEqual(['task.rejected by eve']);
    expect(await acts('ann')).toContain('task.decided_for by eve');
    for (const name of ['lin', 'eve'] as const) {
      const steps = (await ask(name, `GET /flows/${second}/process`)).body.data;
      const tasks = steps.flatMap(({ tasks }: { tasks: { id: string }[] }) => tasks);
      expect(tasks.find(({ id }: { id: string }) => id === other)).toMatchObject({
        assignee: { fid: 'ann', name: 'ANN' },
        decidedBy: { fid: 'eve', name: 'EVE' },
        outcome: 'rejected',
      });
    }
    expect(await taskIDs('eve', 'state=processed')).toContain(other);
    await db.deleteFrom('absences').execute();
    expect(await taskIDs('eve', 'state=processed')).toEqual([]);
  });

  test('who is an approver too decides both tasks of a stage that asks all', async () => {
    await set('ann', 'bob', { types: ['file_decryption'] });
    const uri = await world.store('a.txt', new TextEncoder().encode('a'));
    const flowID = await world.apply({ type: 'file_decryption', files: [uri] });
    const tasks = await world.tasks(flowID);
    expect((await ask('bob', `POST /tasks/${tasks.get('ann')}/actions/approve`, {})).status).toBe(200);
    expect((await ask('lin', `GET /flows/${flowID}`)).body.data.state).toBe('approving');
    expect((await world.tasks(flowID)).has('cat')).toBe(false);
    expect((await ask('bob', `POST /tasks/${tasks.get('bob')}/actions/approve`, {})).status).toBe(200);
    expect((await world.tasks(flowID)).has('cat')).toBe(true);
    const decisions = await world.services.db
      .selectFrom('flow_decisions')
      .select(['fid', 'for_fid'])
      .where('flow_id', '=', flowID)
      .orderBy('decided_at')
      .orderBy('for_fid')
      .execute();
    expect(decisions.toSorted((one) => (one.for_fid ? -1 : 1))).toEqual([
      { fid: 'bob', for_fid: 'ann' },
      { fid: 'bob', for_fid: null },
    ]);
  });

  test('does not decide on the own application, and the simulation says so', async () => {
    await set('ann', 'lin');
    const flowID = await world.apply();
    const taskID = (await world.tasks(flowID)).get('ann') ?? '';
    const answer = await ask('lin', `POST /tasks/${taskID}/actions/approve`, {});
    expect([answer.status, answer.body.code]).toEqual([403, 'work.deputy_is_applicant']);
    expect(await taskIDs('lin')).not.toContain(taskID);
    expect((await ask('lin', `GET /flows/${flowID}`)).body.data.myTask).toBeNull();
    const process = { stages: [{ rule: 'all_of', approvers: ['ann', 'bob'] }], fileProcess: null };
    const simulated = await ask(
      'root',
      'POST /admin/processes/trusted_mailbox_application/actions/simulate',
      { process, applicant: 'lin' },
    );
    expect(simulated.body.data.stages[0].deputies).toEqual([
      { assignee: { fid: 'ann', name: 'ANN' }, deputy: { fid: 'lin', name: 'LIN' }, isApplicant: true },
    ]);
  });

  test('loses a task that is given to another person, with its assignee', async () => {
    await set('ann', 'eve');
    const flowID = await world.apply({ title: '改派' });
    const taskID = (await world.tasks(flowID)).get('ann') ?? '';
    expect(await taskIDs('eve')).toContain(taskID);
    await defineFlowType(world.services.db, {
      tid: 'one',
      type: 'mail_out',
      name: '外发',
      process: {
        stages: [{ rule: 'any_of', approvers: ['ann'] }],
        cc: [],
        fileProcess: null,
        delivery: 'email',
        directComplete: false,
        taskTimeLimit: null,
      },
    });
    const body = { assignee: 'eve', reason: '外出' };
    expect((await ask('root', `POST /admin/tasks/${taskID}/actions/reassign`, body)).status).toBe(204);
    expect(await taskIDs('ann')).not.toContain(taskID);
    expect(await taskIDs('eve')).not.toContain(taskID);
    const own = (await ask('eve', 'GET /user-tasks?limit=100&state=awaiting')).body.data;
    expect(own.find(({ flow }: { flow: { id: string } }) => flow.id === flowID).deputyFor).toBeUndefined();
  });

  test('gets notices of new tasks that name the absent person', async () => {
    await set('ann', 'eve');
    const flowID = await world.apply({ title: '通知代理' });
    const taskID = (await world.tasks(flowID)).get('ann') ?? '';
    const notice = { type: 'task_opened', taskID, assigneeID: 'ann' } as const;
    const job = { tid: 'one', flowID, at: world.clock, notices: [notice] };
    for (let times = 0; times < 2; times += 1)
      await postNotices(world.services, { jobs: [job], isRepeated: true });
    const told = (await messagesOf('eve')).filter((text) => text.includes('通知代理'));
    expect(told).toEqual([expect.stringContaining('等待您审批（代ANN）')]);
  });

  test('keeps nothing when one of both memberships ends', async () => {
    const { db } = world.services;
    const setState = (fid: string, state: 'active' | 'suspended' | 'ended') =>
      db.updateTable('memberships').set({ state }).where('tid', '=', 'one').where('fid', '=', fid).execute();
    const own = await countOf('eve');
    await set('ann', 'eve');
    await world.apply();
    expect(await countOf('eve')).toBeGreaterThan(own);
    await setState('ann', 'suspended');
    expect(await countOf('eve')).toBe(own);
    await setState('ann', 'active');
    expect(await countOf('eve')).toBeGreaterThan(own);
    await setState('eve', 'ended');
    await setState('eve', 'active');
    expect(await countOf('eve')).toBe(own);
    await handleExecutorLeft(world.services, { tid: 'one', fid: 'eve' });
    expect((await ask('root', 'GET /admin/absences?fid=ann')).body.data).toMatchObject([
      { state: 'ended', endReason: 'membership' },
    ]);
    expect(await messagesOf('ann')).toEqual(
      expect.arrayContaining([expect.stringContaining('EVE不再是您的代理人')]),
    );
  });
});

describe.each([
  ['one', 'ann', 'state=awaiting&type=approval', 'note'],
  ['one', 'ann', `filter=${encodeURIComponent('{"state":"awaiting","nodeType":"approve"}')}`, 'remark'],
  ['two', 'eve', 'state=awaiting&type=approval', 'note'],
  ['two', 'eve', `filter=${encodeURIComponent('{"state":"awaiting","nodeType":"approve"}')}`, 'remark'],
] as const)('a client of the specification in tenant %s, approver %s, %s', (tid, approver, query, remark) => {
  const askThere = createRequester(world, tid);

  test('sees only states, steps and outcomes of section 4 when a deputy decides', async () => {
    const deputy = 'dan';
    await addMember(world.services.db, {
      tid: 'two',
      aid: 'a-dan',
      fid: 'dan',
      name: 'DAN',
      roles: ['users'],
    }).catch(() => undefined);
    await askThere(approver, 'POST /user-absences', { deputy });
    const flowID = await world.apply({}, tid);
    const listed = (await askThere(deputy, `GET /user-tasks?limit=100&${query}`)).body.data;
    const taskID = (await world.tasks(flowID)).get(approver);
    expect(listed).toContainEqual(expect.objectContaining({ id: taskID, state: 'awaiting', outcome: null }));
    const decided = await askThere(deputy, `POST /tasks/${taskID}/actions/approve`, { [remark]: '同意' });
    expect(decided.body).toEqual({
      data: { id: taskID, note: '同意', processTime: expect.any(Number), state: 'processed' },
    });
    const flow = (await askThere('lin', `GET /flows/${flowID}`)).body.data;
    expect(flowStates).toContain(flow.state);
    const steps = (await askThere('lin', `GET /flows/${flowID}/process`)).body.data;
    for (const { stepType, tasks } of steps) {
      expect(stepTypes).toContain(stepType);
      for (const { state, outcome } of tasks) {
        expect(taskStates).toContain(state);
        expect([null, ...taskOutcomes]).toContain(outcome);
      }
    }
    const of = (fid: string) =>
      steps
        .flatMap(({ tasks }: { tasks: { assignee: { fid: string }; outcome: string }[] }) => tasks)
        .find(({ assignee }: { assignee: { fid: string } }) => assignee.fid === fid)?.outcome;
    expect(of(approver)).toBe('approved');
  });
});
