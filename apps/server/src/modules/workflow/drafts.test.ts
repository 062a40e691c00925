import { beforeAll, describe, expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';
import { defineFlowType, removeFlowType } from './flow-types.usecases.ts';

const world = useWorld();
const ask = createRequester(world);
let uri: string;
beforeAll(async () => {
  uri = await world.store('合同.pdf', new TextEncoder().encode('%PDF-1.7 plain'));
});

const application = { type: 'file_decryption', title: '解密', description: '' };
async function draft(files: string[] = [], own: object = {}): Promise<string> {
  const { body } = await ask('lin', 'POST /user-flows', { ...application, files, submit: false, ...own });
  return body.data.id;
}
const holders = (flowID: string) =>
  world.services.db.selectFrom('file_access').select('uri').where('holder', '=', flowID).execute();

test('a draft is in state new, is visible only to its applicant and has no task', async () => {
  const flowID = await draft([uri]);
  const info = (await ask('lin', `GET /flows/${flowID}`)).body.data;
  expect(info).toMatchObject({ state: 'new', myTask: null });
  expect((await ask('lin', 'GET /user-flows?state=new')).body.data).toMatchObject([{ id: flowID }]);
  expect((await ask('lin', 'GET /user-flows?limit=0&state=awaiting_approval')).body.total).toBe(0);
  expect((await ask('ann', `GET /flows/${flowID}`)).body.code).toBe('work.flow_not_found');
  expect((await ask('ann', 'GET /user-tasks?limit=0')).body.total).toBe(0);
  expect((await ask('root', `GET /admin/flows/${flowID}`)).body.code).toBe('work.flow_not_found');
  expect((await ask('root', 'GET /admin/flows')).body.total).toBe(0);
  const cancel = await ask('root', `POST /flows/${flowID}/actions/administrator-cancel`, {});
  expect(cancel.body.code).toBe('work.flow_not_found');
  const { body } = await ask('lin', `GET /flows/${flowID}/process`);
  expect(body.data[0]).toMatchObject({
    stepType: 'initiate',
    state: 'current',
    endAt: null,
    tasks: [{ state: 'awaiting', processTime: null }],
  });
});

test('a draft is replaced with files and details, and the files it no longer uses are released', async () => {
  const flowID = await draft([uri]);
  const other = await world.store('图.txt', new TextEncoder().encode('B'));
  const changed = {
    ...application,
    type: 'trusted_mailbox_application',
    title: '邮箱',
    description: '变更',
    files: [],
  };
  const put = `PUT /flows/${flowID}`;
  expect((await ask('lin', put, { ...changed, details: { email: 'x@y.example' } })).body.data).toMatchObject({
    type: 'trusted_mailbox_application',
    typeID: 3,
    title: '邮箱',
    state: 'new',
  });
  expect(await holders(flowID)).toEqual([]);
  expect((await ask('lin', `GET /flows/${flowID}`)).body.data.details).toEqual({ email: 'x@y.example' });
  await ask('lin', put, { ...application, files: [other] });
  expect((await ask('lin', `GET /flows/${flowID}/files`)).body.data).toMatchObject([{ uri: other }]);
  expect((await ask('lin', `GET /flows/${flowID}`)).body.data.details).toEqual({});
  expect((await ask('ann', put, { ...application, files: [] })).body.code).toBe('work.flow_not_found');
  expect((await ask('lin', put, { ...application, files: ['stolen'] })).body.code).toBe(
    'file.file_does_not_exist',
  );
  expect(await holders(flowID)).toEqual([{ uri: other }]);
});

test('a draft is discarded, and its files are released', async () => {
  const flowID = await draft([uri]);
  expect((await ask('ann', `DELETE /flows/${flowID}`)).body.code).toBe('work.flow_not_found');
  expect((await ask('lin', `DELETE /flows/${flowID}`)).status).toBe(204);
  expect((await ask('lin', `DELETE /flows/${flowID}`)).status).toBe(404);
  expect(await holders(flowID)).toEqual([]);
});

describe('submission of a draft', () => {
  test('requires the files that the application type needs', async () => {
    const refused = await ask('lin', `POST /flows/${await draft()}/actions/submit`, {});
    expect([refused.status, refused.body.params]).toEqual([400, { path: 'body.files' }]);
  });

  test('starts the approval once, even if repeated, and ends the draft', async () => {
    const flowID = await draft([uri]);
    const path = `POST /flows/${flowID}/actions/submit`;
    expect((await ask('ann', path, {})).body.code).toBe('work.flow_not_found');
    const key = { 'idempotency-key': 'submit-0001' };
    const responses = await Promise.all([1, 2, 3].map(() => ask('lin', path, {}, key)));
    for (const { body } of responses) {
      expect(body.data).toEqual({ id: flowID, note: null, processTime: world.clock, state: 'approving' });
    }
    expect((await ask('lin', path, {})).body.code).toBe('work.flow_state_error');
    expect((await ask('lin', `DELETE /flows/${flowID}`)).body.code).toBe('work.flow_state_error');
    expect((await ask('lin', `PUT /flows/${flowID}`, { ...application, files: [] })).body.code).toBe(
      'work.flow_state_error',
    );
    expect((await ask('ann', `GET /flows/${flowID}`)).body.data.myTask.nodeType).toBe('approve');
  });

  test('uses the current process of the application type and is rejected if the type is no longer offered', async () => {
    const mailbox = { type: 'trusted_mailbox_application', title: '邮箱' };
    const [flowID, other] = [await draft([], mailbox), await draft([], mailbox)];
    await defineFlowType(world.services.db, {
      tid: 'one',
      type: 'trusted_mailbox_application',
      name: '可信邮箱申请',
      process: {
        stages: [{ rule: 'any_of', approvers: ['eve'] }],
        cc: [],
        fileProcess: null,
        delivery: 'none',
        directComplete: false,
        taskTimeLimit: null,
      },
    });
    await ask('lin', `POST /flows/${flowID}/actions/submit`, {});
    expect([...(await world.tasks(flowID)).keys()]).toEqual(['eve']);
    const operator = { kind: 'operator', tid: 'one', operatorID: 'root' } as const;
    await removeFlowType(world.services, operator, {
      type: 'trusted_mailbox_application',
      ifMatch: undefined,
    });
    const refused = await ask('lin', `POST /flows/${other}/actions/submit`, {});
    expect([refused.status, refused.body.code]).toEqual([404, 'work.flow_type_not_found']);
  });

  test('a draft can be canceled like any application', async () => {
    const flowID = await draft([uri]);
    const done = await ask('lin', `POST /flows/${flowID}/actions/cancel`, { note: '不要了' });
    expect(done.body.data.state).toBe('canceled');
  });
});
