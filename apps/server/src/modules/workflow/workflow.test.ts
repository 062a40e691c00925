import { createHash } from 'node:crypto';
import { canonicalSnapshot } from '@sealflow/domain/workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PersonName, useWorld, worldStart } from '../../../testing/world.ts';

const world = useWorld();
let flowID: string;
let uri: string;
beforeAll(async () => {
  uri = await world.store('合同.pdf', new TextEncoder().encode('%PDF-1.7 plain'));
  flowID = await world.apply({
    type: 'file_decryption',
    title: '100%_合同',
    description: '解密',
    files: [uri],
  });
  world.clock += 1_000;
  await world.apply();
  world.clock += 1_000;
  await world.apply({}, 'two');
});

async function get(name: PersonName, path: string, query: Record<string, string> = {}, tid = 'one') {
  const response = await world.app.inject({
    url: `/api/v1/tenants/${tid}${path}`,
    query,
    headers: { authorization: `Bearer ${name}` },
  });
  return { status: response.statusCode, body: response.json() };
}
async function post(name: PersonName, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await world.app.inject({
    method: 'POST',
    url: `/api/v1/tenants/one${path}`,
    payload: body,
    headers: { authorization: `Bearer ${name}`, ...headers },
  });
  return { status: response.statusCode, body: response.json() };
}
const total = async (name: PersonName, path: string, query: Record<string, string>) =>
  (await get(name, path, query)).body.total;

describe('flow types', () => {
  test('are those of the tenant', async () => {
    const { body } = await get('lin', '/flow-types');
    expect(body).toEqual({
      total: 2,
      data: [
        { id: 1, name: '文件解密', type: 'file_decryption' },
        { id: 3, name: '可信邮箱申请', type: 'trusted_mailbox_application' },
      ],
    });
    expect((await get('lin', '/flow-types', {}, 'two')).body.total).toBe(1);
  });
});

describe('lists', () => {
  test('show the own applications of the tenant only, newest first', async () => {
    const { body } = await get('lin', '/user-flows');
    expect(body.total).toBe(2);
    expect(body.data.map((flow: { type: string }) => flow.type)).toEqual([
      'trusted_mailbox_application',
      'file_decryption',
    ]);
    expect(body.data[1]).toMatchObject({
      id: flowID,
      typeID: 1,
      typeName: '文件解密',
      title: '100%_合同',
      state: 'approving',
      applicant: { fid: 'lin', name: 'LIN' },
    });
    expect(await total('ann', '/user-flows', {})).toBe(0);
  });

  test('have pages that do not overlap, and limit 0 returns only the count', async () => {
    const first = await get('lin', '/user-flows', { limit: '1' });
    const second = await get('lin', '/user-flows', { limit: '1', skip: '1' });
    expect([first.body.total, second.body.data[0].id]).toEqual([2, flowID]);
    expect((await get('lin', '/user-flows', { limit: '0' })).body).toEqual({ total: 2, data: [] });
  });

  test('have two count calls, in both query formats', async () => {
    expect(await total('lin', '/user-flows', { skip: '0', limit: '0', state: 'awaiting_approval' })).toBe(2);
    expect(
      await total('lin', '/user-flows', { skip: '0', limit: '0', filter: '{"state":"awaiting_approval"}' }),
    ).toBe(2);
    expect(await total('ann', '/user-tasks', { limit: '0', state: 'awaiting', type: 'approval' })).toBe(2);
    expect(
      await total('ann', '/user-tasks', { limit: '0', filter: '{"state":"awaiting","nodeType":"approve"}' }),
    ).toBe(2);
    expect(await total('ann', '/user-tasks', { limit: '0', state: 'processed' })).toBe(0);
  });

  test.each([
    [{ type: 'file_decryption' }, 1],
    [{ filter: '{"type":"file_decryption"}' }, 1],
    [{ keyword: '合同' }, 1],
    [{ keyword: '100%_' }, 1],
    [{ keyword: '%' }, 1],
    [{ keyword: '_合' }, 1],
    [{ keyword: '\\' }, 0],
    [{ state: 'rejected' }, 0],
    [{ createAtFrom: String(worldStart + 1) }, 1],
    [{ createAtTo: String(worldStart) }, 0],
    [{ filter: `{"createAt":[${worldStart},${worldStart + 1}]}` }, 1],
  ])('show for flows by %j a total of %d', async (query, count) => {
    expect(await total('lin', '/user-flows', query)).toBe(count);
  });

  test.each([
    [{ type: 'file_decryption' }, 1],
    [{ filter: '{"keyword":"合同"}' }, 1],
    [{ type: 'cc' }, 0],
    [{ createAtFrom: String(worldStart + 1) }, 1],
  ])('show for tasks by %j a total of %d', async (query, count) => {
    expect(await total('ann', '/user-tasks', query)).toBe(count);
  });

  test.each([
    ['/user-flows', { filter: '{"stat":"approving"}' }, 'query.filter.stat'],
    ['/user-flows', { filter: 'approving' }, 'query.filter'],
    ['/user-tasks', { state: 'approving' }, 'query.state'],
    ['/user-tasks', { limit: '101' }, 'query.limit'],
  ])('%s with %j is rejected', async (path, query, fault) => {
    const { status, body } = await get('lin', path, query);
    expect([status, body.code, body.params.path]).toEqual([400, 'app.invalid_request', fault]);
  });

  test('show a task with its flow', async () => {
    const { body } = await get('ann', '/user-tasks', { type: 'file_decryption' });
    expect(body.data[0]).toMatchObject({
      state: 'awaiting',
      nodeType: 'approve',
      outcome: null,
      note: null,
      deadline: worldStart + 3_600_000,
      flow: { id: flowID, applicant: { name: 'LIN' } },
    });
  });
});

describe('flow', () => {
  test('is visible only to its applicant and to task holders', async () => {
    expect((await get('lin', `/flows/${flowID}`)).body.data).toMatchObject({ id: flowID, myTask: null });
    expect((await get('ann', `/flows/${flowID}`)).body.data.myTask).toMatchObject({ nodeType: 'approve' });
    for (const path of ['', '/files', '/process']) {
      expect((await get('cat', `/flows/${flowID}${path}`)).body.code).toBe('work.flow_not_found');
      expect((await get('eve', `/flows/${flowID}${path}`, {}, 'two')).body.code).toBe('work.flow_not_found');
    }
    expect((await get('cat', `/flows/${flowID}`, {}, 'two')).body.code).toBe('login.tenant_access_denied');
  });

  test('has the files of its application', async () => {
    const { body } = await get('ann', `/flows/${flowID}/files`);
    expect(body.data).toMatchObject([{ uri, name: '合同.pdf', size: 14, encrypted: false }]);
  });

  test('shows all its steps, including future ones', async () => {
    const { body } = await get('lin', `/flows/${flowID}/process`);
    expect(body.data.map((step: { stepType: string; state: string }) => [step.stepType, step.state])).toEqual(
      [
        ['initiate', 'done'],
        ['approve', 'current'],
        ['approve', 'pending'],
        ['cc', 'pending'],
        ['file_process', 'pending'],
        ['download_decrypt', 'pending'],
      ],
    );
    expect(body.data[1].tasks.map((task: { assignee: { name: string } }) => task.assignee.name)).toEqual([
      'ANN',
      'BOB',
    ]);
  });
});

describe('decisions over HTTP', () => {
  test('accept the digest of the seen application and both names of the remark', async () => {
    const info = (await get('ann', `/flows/${flowID}`)).body.data;
    const files = (await get('ann', `/flows/${flowID}/files`)).body.data;
    const text = canonicalSnapshot({ ...info, flowID, applicantID: info.applicant.fid, files });
    const seen = createHash('sha256').update(text).digest('hex');
    const path = `/tasks/${info.myTask.id}/actions/approve`;
    const differing = await post('ann', path, { note: 'a', remark: 'b' });
    expect([differing.status, differing.body.code]).toEqual([400, 'app.invalid_request']);
    const done = await post('ann', path, { remark: ' 同意 ', seen }, { 'idempotency-key': 'key-12345' });
    expect(done.body).toEqual({
      data: { id: info.myTask.id, note: '同意', processTime: world.clock, state: 'processed' },
    });
    const again = await post('ann', path, { remark: ' 同意 ', seen }, { 'idempotency-key': 'key-12345' });
    expect(again.body).toEqual(done.body);
    const late = await post('ann', path, { note: '同意' });
    expect([late.status, late.body]).toEqual([
      409,
      { code: 'work.task_state_error', message: 'task state error', params: {} },
    ]);
  });

  test('open the next stage after all approvals, and a rejection ends the flow', async () => {
    const bob = (await world.tasks(flowID)).get('bob');
    await post('bob', `/tasks/${bob}/actions/approve`, {});
    expect((await get('cat', `/flows/${flowID}`)).body.data.myTask).toMatchObject({ nodeType: 'approve' });
    const cat = (await world.tasks(flowID)).get('cat');
    await post('cat', `/tasks/${cat}/actions/reject`, { note: '请补充合同编号' });
    const { body } = await get('lin', `/flows/${flowID}/process`);
    expect(body.data.map((step: { state: string }) => step.state)).toEqual([
      'done',
      'done',
      'done',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(body.data[2].tasks[0]).toMatchObject({ outcome: 'rejected', note: '请补充合同编号' });
    expect((await get('lin', `/flows/${flowID}`)).body.data).toMatchObject({
      state: 'rejected',
      deadline: null,
    });
  });
});

describe('application', () => {
  const application = { type: 'file_decryption', title: '解密', description: '' };
  test('accepts only own files and creates one flow per key', async () => {
    const stolen = await post('ann', '/user-flows', { ...application, files: [uri] });
    expect(stolen.body.code).toBe('file.file_does_not_exist');
    const key = { 'idempotency-key': 'apply-0001' };
    const responses = await Promise.all(
      [1, 2, 3].map(() => post('lin', '/user-flows', { ...application, files: [uri] }, key)),
    );
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(responses[0]?.body.data).toMatchObject({ state: 'approving', title: '解密' });
  });

  test('lets the approvers read the files and holds the files', async () => {
    const { body } = await post('lin', '/user-flows', { ...application, files: [uri] });
    const access = await world.services.db
      .selectFrom('file_access')
      .select('fid')
      .where('holder', '=', body.data.id)
      .execute();
    expect(access.map(({ fid }) => fid).toSorted()).toEqual(['ann', 'bob', 'lin']);
  });

  test('is rejected without required files and for a type that is not offered', async () => {
    const none = await post('lin', '/user-flows', { ...application, files: [] });
    expect([none.status, none.body.params]).toEqual([400, { path: 'body.files' }]);
    const unknown = await post('lin', '/user-flows', { ...application, type: 'file_out', files: [uri] });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'work.flow_type_not_found']);
  });

  test('does not wait for an approver who left', async () => {
    const { db } = world.services;
    await db
      .updateTable('memberships')
      .set({ state: 'ended' })
      .where('tid', '=', 'two')
      .where('fid', '=', 'eve')
      .execute();
    const id = await world.apply({}, 'two');
    const flow = (await get('lin', `/flows/${id}`, {}, 'two')).body.data;
    expect(flow.state).toBe('terminated');
    const { body } = await get('lin', `/flows/${id}/process`, {}, 'two');
    expect(body.data[1].tasks).toMatchObject([{ assignee: null, outcome: 'approval_no_executor' }]);
  });
});
