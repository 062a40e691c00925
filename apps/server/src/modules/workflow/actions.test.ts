import { createHash } from 'node:crypto';
import { canonicalSnapshot } from '@sealflow/domain/workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { defineFlowType } from './flow-types.usecases.ts';

const world = useWorld();
const ask = createRequester(world);
beforeAll(async () => {
  await defineFlowType(world.services.db, {
    tid: 'one',
    type: 'file_marking',
    name: '文件标记',
    process: {
      stages: [
        { rule: 'any_of', approvers: ['ann'] },
        { rule: 'any_of', approvers: ['bob'] },
      ],
      cc: ['cat'],
      fileProcess: { by: 'executors', executors: ['dan', 'eve'] },
      delivery: 'none',
      directComplete: true,
      taskTimeLimit: null,
    },
  });
});

/** Submits an application with two approval stages and executors. */
async function marking(): Promise<string> {
  const uri = await world.store('图纸.txt', new TextEncoder().encode('A'));
  return world.apply({ type: 'file_marking', files: [uri] });
}
async function taskOf(name: PersonName, flowID: string): Promise<string> {
  const info = await ask(name, `GET /flows/${flowID}`);
  return info.body.data.myTask.id;
}
async function mayComplete(name: PersonName, flowID: string): Promise<boolean> {
  return (await ask(name, `GET /flows/${flowID}`)).body.data.myTask.canComplete;
}
async function act(name: PersonName, flowID: string, action: string, body: object = {}, headers = {}) {
  return ask(name, `POST /tasks/${await taskOf(name, flowID)}/actions/${action}`, body, headers);
}
const stateOf = async (flowID: string) => (await ask('lin', `GET /flows/${flowID}`)).body.data.state;
async function outcomes(flowID: string): Promise<Record<string, string | null>> {
  const { body } = await ask('lin', `GET /flows/${flowID}/process`);
  const tasks = body.data.flatMap((step: { tasks: object[] }) => step.tasks);
  return Object.fromEntries(
    tasks.map((task: { assignee: { fid: string } | null; outcome: string | null }) => [
      task.assignee?.fid ?? 'nobody',
      task.outcome,
    ]),
  );
}
async function seenOf(name: PersonName, flowID: string): Promise<string> {
  const info = (await ask(name, `GET /flows/${flowID}`)).body.data;
  const files = (await ask(name, `GET /flows/${flowID}/files`)).body.data;
  const text = canonicalSnapshot({ ...info, flowID, applicantID: info.applicant.fid, files });
  return createHash('sha256').update(text).digest('hex');
}
const auditOf = (subject: string) =>
  world.services.db
    .selectFrom('readable_audit_records')
    .select(['act', 'aid', 'fid', 'operator_id', 'sha256'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('task actions', () => {
  test('direct completion skips the remaining stages, and a handled file goes into processing', async () => {
    const flowID = await marking();
    expect(await mayComplete('ann', flowID)).toBe(true);
    const done = await act('ann', flowID, 'complete', { note: '直接办结' });
    expect(done.body.data).toMatchObject({ note: '直接办结', state: 'processed' });
    expect(await stateOf(flowID)).toBe('not_processed');
    expect(await mayComplete('dan', flowID)).toBe(false);
    expect((await act('cat', flowID, 'read')).body.data.state).toBe('processed');
    expect((await act('dan', flowID, 'handle', { remark: '开始' })).body.data.note).toBe('开始');
    expect(await stateOf(flowID)).toBe('processing');
    expect(await outcomes(flowID)).toEqual({
      lin: null,
      ann: 'direct_completed',
      cat: 'handled',
      dan: 'handled',
      eve: 'handled_by_others',
    });
  });

  test('added approvals precede and replace the task, and a transfer moves it to another person', async () => {
    const flowID = await marking();
    const added = await act('ann', flowID, 'add-approval', { approvers: ['cat', 'dan'], remark: '请会签' });
    expect(added.body.data).toMatchObject({ note: '请会签', state: 'processed' });
    expect(await stateOf(flowID)).toBe('waiting');
    expect((await act('dan', flowID, 'transfer', { assignee: 'eve', note: '请代办' })).status).toBe(200);
    await act('cat', flowID, 'approve');
    expect(await stateOf(flowID)).toBe('waiting');
    await act('eve', flowID, 'approve');
    expect(await stateOf(flowID)).toBe('approving');
    await act('bob', flowID, 'approve');
    expect(await stateOf(flowID)).toBe('not_processed');
  });

  test('direct completion is rejected if the process does not allow it', async () => {
    const flowID = await world.apply();
    expect(await mayComplete('ann', flowID)).toBe(false);
    const refused = await act('ann', flowID, 'complete');
    expect([refused.status, refused.body.code]).toEqual([403, 'work.not_allowed']);
  });

  test.each([
    ['add-approval', { approvers: ['nobody'] }, 400, 'work.approvers_invalid'],
    ['add-approval', { approvers: ['ann'] }, 400, 'work.approvers_invalid'],
    ['add-approval', { approvers: [] }, 400, 'app.invalid_request'],
    ['add-approval', {}, 400, 'app.invalid_request'],
    ['transfer', { assignee: 'nobody' }, 400, 'work.approvers_invalid'],
    ['transfer', { assignee: 'lin' }, 400, 'work.approvers_invalid'],
    ['add-approval', { approvers: ['dan', 'lin'] }, 400, 'work.approvers_invalid'],
    ['transfer', {}, 400, 'app.invalid_request'],
    ['transfer', { assignee: 'bob', note: 'a', remark: 'b' }, 400, 'app.invalid_request'],
    ['complete', { approvers: ['bob'] }, 400, 'app.invalid_request'],
    ['handle', {}, 409, 'work.task_state_error'],
    ['read', {}, 409, 'work.task_state_error'],
    ['download', {}, 409, 'work.task_state_error'],
    ['approve', { seen: 'f'.repeat(64) }, 409, 'work.changed_since_seen'],
    ['transfer', { assignee: 'dan', seen: 'f'.repeat(64) }, 409, 'work.changed_since_seen'],
  ])('%s with %j is rejected: %i %s', async (action, body, status, code) => {
    const refused = await act('ann', await marking(), action, body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });
});

describe('audit record', () => {
  test('of every act holds the digest of the decided application once, even for repeated requests', async () => {
    const flowID = await marking();
    const seen = await seenOf('ann', flowID);
    const taskID = await taskOf('ann', flowID);
    const key = { 'idempotency-key': 'actions-0001' };
    const path = `POST /tasks/${taskID}/actions/add-approval`;
    const responses = await Promise.all(
      [1, 2, 3].map(() => ask('ann', path, { approvers: ['cat'], seen }, key)),
    );
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await auditOf(taskID)).toEqual([
      { act: 'task.approval_added', aid: 'a-ann', fid: 'ann', operator_id: null, sha256: seen },
    ]);
    const other = await ask('ann', path, { approvers: ['dan'], seen }, key);
    expect([other.status, other.body.code]).toEqual([422, 'work.idempotency_key_reused']);
    const { content_sha256, action } = await world.services.db
      .selectFrom('flow_decisions')
      .selectAll()
      .where('task_id', '=', taskID)
      .executeTakeFirstOrThrow();
    expect([action, content_sha256]).toEqual(['add_approval', seen]);
    expect((await auditOf(flowID)).map(({ act: name, sha256 }) => [name, sha256])).toEqual([
      ['flow.submitted', seen],
    ]);
  });

  test('is not written for a rejected act', async () => {
    const flowID = await marking();
    const taskID = await taskOf('ann', flowID);
    await act('ann', flowID, 'approve', { seen: '0'.repeat(64) });
    expect(await auditOf(taskID)).toEqual([]);
  });

  test('is written for every kind of act', async () => {
    const flowID = await marking();
    const holders: [PersonName, string, object][] = [
      ['ann', 'transfer', { assignee: 'cat' }],
      ['cat', 'approve', {}],
      ['bob', 'complete', {}],
      ['cat', 'read', {}],
      ['dan', 'handle', {}],
    ];
    for (const [name, action, body] of holders)
      expect((await act(name, flowID, action, body)).status).toBe(200);
    const acts = await world.services.db
      .selectFrom('flow_decisions')
      .innerJoin('audit_records', 'audit_records.subject', 'flow_decisions.task_id')
      .select(['flow_decisions.fid', 'act', 'sha256', 'content_sha256'])
      .where('flow_id', '=', flowID)
      .orderBy('audit_records.id')
      .execute();
    expect(acts.map(({ fid, act: name }) => `${fid} ${name}`)).toEqual([
      'ann task.transferred',
      'cat task.approved',
      'bob task.completed',
      'cat task.read',
      'dan task.handled',
    ]);
    const digest = await seenOf('lin', flowID);
    for (const { sha256, content_sha256 } of acts) expect([sha256, content_sha256]).toEqual([digest, digest]);
  });
});

describe('cancellation', () => {
  test('is reserved for the applicant and reported to everybody as such', async () => {
    const flowID = await marking();
    const seen = await seenOf('lin', flowID);
    const path = `POST /flows/${flowID}/actions/cancel`;
    expect((await ask('ann', path, {})).body.code).toBe('work.not_allowed');
    expect((await ask('bob', path, {})).body.code).toBe('work.flow_not_found');
    expect((await ask('lin', path, { seen: '0'.repeat(64) })).body.code).toBe('work.changed_since_seen');
    const key = { 'idempotency-key': 'cancel-0001' };
    const done = await ask('lin', path, { note: '不再需要', seen }, key);
    expect(done.body.data).toEqual({
      id: flowID,
      note: '不再需要',
      processTime: world.clock,
      state: 'canceled',
    });
    expect((await ask('lin', path, { note: '不再需要', seen }, key)).body).toEqual(done.body);
    expect((await ask('lin', path, {})).body.code).toBe('work.flow_state_error');
    expect(await outcomes(flowID)).toMatchObject({ ann: 'canceled_by_applicant' });
    expect((await auditOf(flowID)).map((row) => row.act)).toEqual(['flow.submitted', 'flow.canceled']);
  });

  test('by an administrator requires the right and names the administrator', async () => {
    const flowID = await marking();
    const seen = await seenOf('lin', flowID);
    const path = `POST /flows/${flowID}/actions/administrator-cancel`;
    expect((await ask('ann', path, {})).body.code).toBe('app.no_rights');
    expect((await ask('root', `POST /flows/none/actions/administrator-cancel`, {})).status).toBe(404);
    const key = { 'idempotency-key': 'cancel-0002' };
    const done = await ask('root', path, {}, key);
    expect(done.body.data).toMatchObject({ id: flowID, note: null, state: 'canceled' });
    expect((await ask('root', path, {}, key)).body).toEqual(done.body);
    expect(await outcomes(flowID)).toMatchObject({ ann: 'canceled_by_administrator' });
    expect((await auditOf(flowID)).at(-1)).toEqual({
      act: 'flow.canceled_by_administrator',
      aid: null,
      fid: null,
      operator_id: 'root',
      sha256: seen,
    });
    const acts = await world.services.db
      .selectFrom('flow_acts')
      .select(['action', 'operator_id', 'content_sha256'])
      .where('flow_id', '=', flowID)
      .where('action', '!=', 'submit')
      .execute();
    expect(acts).toEqual([{ action: 'administrator_cancel', operator_id: 'root', content_sha256: seen }]);
  });
});

describe('batch of tasks', () => {
  test('decides each task separately, in the given order, and repeats the same result', async () => {
    const flows = [await marking(), await marking(), await marking()];
    const ids = await Promise.all(flows.map((flowID) => taskOf('ann', flowID)));
    const [first = '', second = '', third = ''] = ids;
    await ask('ann', `POST /tasks/${second}/actions/reject`, {});
    const tasks = [
      { taskID: third, seen: await seenOf('ann', flows[2] ?? '') },
      { taskID: second },
      { taskID: first, seen: '0'.repeat(64) },
      { taskID: 'none' },
    ];
    const key = { 'idempotency-key': 'bulk-00001' };
    const { status, body } = await ask('ann', 'POST /tasks/actions/approve', { tasks, note: '同意' }, key);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id: third,
        ok: true,
        note: '同意',
        processTime: world.clock,
        state: 'processed',
        code: null,
        message: null,
      },
      expect.objectContaining({
        id: second,
        ok: false,
        code: 'work.task_state_error',
        message: 'task state error',
      }),
      expect.objectContaining({ id: first, ok: false, code: 'work.changed_since_seen' }),
      expect.objectContaining({ id: 'none', ok: false, code: 'work.task_not_found', state: null }),
    ]);
    const again = await ask('ann', 'POST /tasks/actions/approve', { tasks, note: '同意' }, key);
    expect(again.body).toEqual(body);
    expect(await auditOf(third)).toHaveLength(1);
  });

  test('by two people over the same flows gives each flow one decision', async () => {
    const flows = await Promise.all(Array.from({ length: 20 }, () => world.apply()));
    const tasksOf = async (name: PersonName) =>
      Promise.all(flows.map(async (flowID) => ({ taskID: (await world.tasks(flowID)).get(name) ?? '' })));
    const [anns, bobs] = [await tasksOf('ann'), (await tasksOf('bob')).toReversed()];
    const responses = await Promise.all([
      ask('ann', 'POST /tasks/actions/approve', { tasks: anns }),
      ask('bob', 'POST /tasks/actions/reject', { tasks: bobs }),
    ]);
    const results = responses.flatMap(({ body }) => body.data as { ok: boolean; code: string }[]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(20);
    expect(results.filter(({ code }) => code === 'work.task_state_error')).toHaveLength(20);
  });

  test.each([[[]], [Array.from({ length: 101 }, (_, index) => ({ taskID: `t${index}` }))], [twice()]])(
    'without tasks, with too many or with duplicates is a bad request',
    async (tasks) => {
      expect((await ask('ann', 'POST /tasks/actions/reject', { tasks })).status).toBe(400);
    },
  );
});

function twice(): { taskID: string }[] {
  return [{ taskID: 't' }, { taskID: 't' }];
}
