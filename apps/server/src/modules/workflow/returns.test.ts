import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { noticesOf } from '../../../testing/notices.ts';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { requireReadable } from '../files/files.usecases.ts';
import { defineFlowType } from './flow-types.usecases.ts';
import { findFlowForProcessing } from './processing-flow.usecases.ts';
import { startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);
let first: string;
let second: string;
beforeAll(async () => {
  await startWorkflowJobs(world.jobs, world.services);
  [first, second] = (await Promise.all(
    ['方案.txt', '方案二.txt'].map((name) => world.store(name, Buffer.from(name))),
  )) as [string, string];
});

/** An application for decryption: ann and bob decide, then cat. */
const apply = () => world.apply({ type: 'file_decryption', title: '解密方案', files: [first] });
const infoOf = async (name: PersonName, flowID: string) =>
  (await ask(name, `GET /flows/${flowID}`)).body.data;
const taskOf = async (name: PersonName, flowID: string): Promise<string> =>
  (await infoOf(name, flowID)).myTask.id;
const act = async (name: PersonName, flowID: string, action: string, body: object = {}) =>
  ask(name, `POST /tasks/${await taskOf(name, flowID)}/actions/${action}`, body);
const changed = (more: object = {}) => ({
  title: '解密方案（修订）',
  description: '只需第二份',
  files: [second],
  ...more,
});
const resubmit = (flowID: string, body: object = changed(), headers = {}, name: PersonName = 'lin') =>
  ask(name, `POST /flows/${flowID}/actions/resubmit`, body, headers);
const versionsOf = async (name: PersonName, flowID: string) =>
  (await ask(name, `GET /flows/${flowID}/versions`)).body.data;
const auditOf = async (subject: string) => {
  const { db } = world.services;
  const rows = await db
    .selectFrom('audit_records')
    .select('act')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ act: one }) => one);
};

describe('a return to the applicant', () => {
  test('needs a reason, tells the applicant, stops the deadline, and is recorded', async () => {
    const flowID = await apply();
    const taskID = await taskOf('ann', flowID);
    for (const body of [{}, { note: ' ' }, { note: 'a', remark: 'b' }])
      expect((await act('ann', flowID, 'return', body)).status).toBe(400);
    const returned = await act('ann', flowID, 'return', { note: '请换成第二份文件' });
    expect(returned.body.data).toMatchObject({ id: taskID, state: 'processed', note: '请换成第二份文件' });
    expect(await infoOf('lin', flowID)).toMatchObject({
      state: 'waiting',
      returned: true,
      deadline: null,
      returnedBy: { person: { fid: 'ann', name: 'ANN' }, reason: '请换成第二份文件', at: world.clock },
      myTask: { nodeType: 'initiate', canComplete: false },
    });
    expect((await ask('lin', 'GET /user-flows?limit=1')).body.data).toMatchObject([
      { id: flowID, returned: true },
    ]);
    expect(await auditOf(taskID)).toEqual(['task.returned']);
    await eventually(async () => {
      expect(await noticesOf(world, 'lin', flowID)).toEqual([
        '退回修改：文件解密|您的“解密方案”被退回修改：请换成第二份文件',
      ]);
      expect(await noticesOf(world, 'bob', flowID)).toContain(
        '任务已关闭：文件解密|“解密方案”已由他人退回修改',
      );
    });
  });

  test('comes back with both contents, whose files stay readable, and all stages decide again', async () => {
    const flowID = await apply();
    await act('ann', flowID, 'approve');
    await act('bob', flowID, 'return', { note: '换文件' });
    world.clock += 1_000;
    const answer = await resubmit(flowID, changed({ note: '已更换' }));
    expect(answer.body.data).toMatchObject({ id: flowID, state: 'approving', note: '已更换' });
    expect(await versionsOf('ann', flowID)).toMatchObject([
      { version: 1, title: '解密方案', note: null, files: [{ uri: first }], isDecided: true },
      { version: 2, title: '解密方案（修订）', note: '已更换', files: [{ uri: second }], isDecided: false },
    ]);
    expect(await infoOf('ann', flowID)).toMatchObject({ version: 2, myTask: { returnStages: [] } });
    expect((await infoOf('ann', flowID)).myTask.approvedUnchangedAt).toBeUndefined();
    for (const fid of ['ann', 'bob']) {
      for (const uri of [first, second]) {
        expect((await requireReadable(world.services.db, { tid: 'one', fid }, uri)).uri).toBe(uri);
      }
    }
    await act('ann', flowID, 'approve');
    await act('bob', flowID, 'approve');
    await act('cat', flowID, 'approve');
    // The third person sees what changed, too.
    expect((await requireReadable(world.services.db, { tid: 'one', fid: 'cat' }, first)).uri).toBe(first);
    expect((await infoOf('lin', flowID)).state).toBe('passed');
    expect(await auditOf(flowID)).toEqual(['flow.submitted', 'flow.resubmitted']);
    await eventually(async () =>
      expect(await noticesOf(world, 'ann', flowID)).toContain(
        '待审批：文件解密|LIN修改后重新提交了“解密方案（修订）”，等待您审批',
      ),
    );
    expect((await ask('root', `GET /admin/flows/${flowID}`)).body.data.versions).toHaveLength(2);
  });

  test('tells people who approved exactly this content that it is unchanged', async () => {
    const flowID = await apply();
    const approvedAt = world.clock;
    await act('ann', flowID, 'approve');
    await act('bob', flowID, 'return', { note: '请说明' });
    world.clock += 1_000;
    await resubmit(flowID, {
      title: '解密方案',
      description: '项目对外沟通',
      files: [first],
      note: '无需修改',
    });
    expect((await infoOf('ann', flowID)).myTask.approvedUnchangedAt).toBe(approvedAt);
    expect((await infoOf('bob', flowID)).myTask.approvedUnchangedAt).toBeUndefined();
  });

  test('is answered once: repeated requests have one result, and others are refused', async () => {
    const flowID = await apply();
    const key = { 'idempotency-key': 'resubmit-key-1' };
    expect((await resubmit(flowID)).body.code).toBe('work.flow_state_error');
    const returnKey = { 'idempotency-key': 'return-key-01' };
    const path = `POST /tasks/${await taskOf('ann', flowID)}/actions/return`;
    const answers = await Promise.all([1, 2].map(() => ask('ann', path, { note: '改' }, returnKey)));
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await ask('ann', path, { note: '另' }, returnKey)).body.code).toBe('work.idempotency_key_reused');
    expect((await ask('ann', path, { note: '改' })).body.code).toBe('work.task_state_error');
    expect((await resubmit(flowID, changed(), {}, 'ann')).body.code).toBe('work.not_allowed');
    expect((await resubmit(flowID, changed(), {}, 'dan')).body.code).toBe('work.flow_not_found');
    const both = await Promise.all([1, 2].map(() => resubmit(flowID, changed(), key)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect((await resubmit(flowID)).body.code).toBe('work.flow_state_error');
    expect(await versionsOf('lin', flowID)).toHaveLength(2);
  });

  test('refuses changes of another content than the current one, foreign details and missing files', async () => {
    const flowID = await apply();
    await act('ann', flowID, 'return', { note: '改' });
    expect((await resubmit(flowID, changed({ seen: '0'.repeat(64) }))).body.code).toBe(
      'work.changed_since_seen',
    );
    expect((await resubmit(flowID, changed({ details: { email: 'a@b.example' } }))).status).toBe(400);
    expect((await resubmit(flowID, changed({ files: [] }))).status).toBe(400);
    expect((await resubmit(flowID, changed({ files: ['none'] }))).body.code).toBe('file.file_does_not_exist');
    expect(await versionsOf('lin', flowID)).toHaveLength(1);
    expect((await infoOf('lin', flowID)).title).toBe('解密方案');
  });

  test('lets discussion and cancellation go on, and there is nobody to remind', async () => {
    const [one, other] = [await apply(), await apply()];
    for (const flowID of [one, other]) await act('ann', flowID, 'return', { note: '改' });
    expect((await ask('ann', `POST /flows/${one}/comments`, { text: '有疑问请联系我' })).status).toBe(200);
    expect((await ask('lin', `POST /flows/${one}/actions/remind`)).body.code).toBe('work.nobody_to_remind');
    expect((await ask('lin', `POST /flows/${one}/actions/cancel`, {})).body.data.state).toBe('canceled');
    expect((await ask('root', `POST /flows/${other}/actions/administrator-cancel`, {})).body.data.state).toBe(
      'canceled',
    );
    expect((await infoOf('lin', one)).returned).toBeUndefined();
    expect((await resubmit(one)).body.code).toBe('work.flow_state_error');
  });

  test('counts no earlier approval when its files are processed', async () => {
    const flowID = await apply();
    await act('ann', flowID, 'approve');
    await act('bob', flowID, 'return', { note: '改' });
    await resubmit(flowID);
    const { db } = world.services;
    expect((await findFlowForProcessing(db, { tid: 'one', flowID }))?.approverFids).toEqual([]);
    await act('ann', flowID, 'approve');
    expect((await findFlowForProcessing(db, { tid: 'one', flowID }))?.approverFids).toEqual(['ann']);
  });
});

test('an applicant who chooses an approver chooses again', async () => {
  const { db } = world.services;
  const stages = [{ rule: 'any_of', approvers: [], applicantChoice: {} }] as const;
  const rest = {
    cc: [],
    fileProcess: null,
    delivery: 'none',
    directComplete: false,
    taskTimeLimit: null,
  } as const;
  const process = { stages, ...rest };
  await defineFlowType(db, { tid: 'one', type: 'file_out', name: '文件外发', process });
  const chosenApprovers = [{ stage: 1, fid: 'ann' }];
  const flowID = await world.apply({ type: 'file_out', files: [first], chosenApprovers });
  await act('ann', flowID, 'return', { note: '请交给 bob' });
  expect((await resubmit(flowID)).status).toBeGreaterThanOrEqual(400);
  expect((await resubmit(flowID, changed({ chosenApprovers: [{ stage: 1, fid: 'bob' }] }))).status).toBe(200);
  expect((await infoOf('bob', flowID)).myTask.nodeType).toBe('approve');
});

describe('a return to an earlier stage', () => {
  test('lets it decide again about the same content, by anybody who may return', async () => {
    const flowID = await apply();
    await act('ann', flowID, 'approve');
    await act('bob', flowID, 'approve');
    expect((await infoOf('cat', flowID)).myTask.returnStages).toEqual([
      {
        stage: 0,
        people: [
          { fid: 'ann', name: 'ANN' },
          { fid: 'bob', name: 'BOB' },
        ],
      },
    ]);
    expect((await act('cat', flowID, 'return', { note: '请复核', stage: 1 })).body.code).toBe(
      'work.return_target_invalid',
    );
    await ask('cat', 'POST /user-absences', { deputy: 'eve' });
    expect((await act('eve', flowID, 'return', { note: '请复核', stage: 0 })).status).toBe(200);
    expect(await infoOf('ann', flowID)).toMatchObject({
      state: 'approving',
      myTask: { nodeType: 'approve', approvedUnchangedAt: world.clock, returnStages: [] },
    });
    const steps = (await ask('lin', `GET /flows/${flowID}/process`)).body.data;
    const cat = steps[2].tasks[0];
    expect(cat).toMatchObject({
      outcome: 'handled',
      note: '请复核',
      decidedBy: { fid: 'eve' },
      returnedTo: { stage: 0 },
    });
    await eventually(async () =>
      expect(await noticesOf(world, 'ann', flowID)).toContain(
        '退回重审：文件解密|LIN的“解密方案”被退回，请您重新审批：请复核',
      ),
    );
    expect(await versionsOf('ann', flowID)).toHaveLength(1);
    await act('ann', flowID, 'approve');
    await act('bob', flowID, 'approve');
    await act('cat', flowID, 'approve');
    expect((await infoOf('lin', flowID)).state).toBe('passed');
  });
});
