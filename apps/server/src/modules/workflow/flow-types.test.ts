import { applicationTypeNames } from '@sealflow/domain/workflow';
import { describe, expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';

const world = useWorld();
const ask = createRequester(world);

const process = {
  stages: [{ rule: 'any_of', approvers: ['ann'] }],
  fileProcess: { by: 'service' },
};
const path = '/admin/flow-types/file_out';

describe('application types', () => {
  test('are offered, shown with their people, changed and withdrawn', async () => {
    expect((await ask('root', `GET ${path}`)).body.code).toBe('work.flow_type_not_found');
    const made = await ask('root', `PUT ${path}`, { name: '文件外发', process });
    expect(made.body.data).toEqual({
      id: 7,
      type: 'file_out',
      name: '文件外发',
      enabled: true,
      process: {
        stages: [{ rule: 'any_of', approvers: ['ann'] }],
        cc: [],
        fileProcess: { by: 'service' },
        delivery: 'download',
        directComplete: false,
        taskTimeLimit: null,
      },
      people: [{ fid: 'ann', name: 'ANN', isActive: true }],
    });
    expect((await ask('root', `GET ${path}`)).body).toEqual(made.body);
    expect((await ask('lin', 'GET /flow-types')).body.total).toBe(3);

    const uri = await world.store('a.txt', new Uint8Array([65]));
    const application = { type: 'file_out', title: '外发', description: '', files: [uri] };
    const under = (await ask('lin', 'POST /user-flows', application)).body.data.id;
    await ask('root', `PUT ${path}`, {
      name: '外发',
      process: { ...process, stages: [{ rule: 'all_of', approvers: ['bob', 'cat'] }], directComplete: true },
    });
    const later = (await ask('lin', 'POST /user-flows', application)).body.data.id;
    expect([...(await world.tasks(under)).keys()]).toEqual(['ann']);
    expect([...(await world.tasks(later)).keys()].toSorted()).toEqual(['bob', 'cat']);

    expect((await ask('root', `DELETE ${path}`)).status).toBe(204);
    expect((await ask('root', `DELETE ${path}`)).body.code).toBe('work.flow_type_not_found');
    expect((await ask('root', `GET ${path}`)).body.data.enabled).toBe(false);
    expect((await ask('lin', 'GET /flow-types')).body.total).toBe(2);
    expect((await ask('lin', 'POST /user-flows', application)).body.code).toBe('work.flow_type_not_found');
    expect((await ask('lin', `GET /flows/${later}`)).body.data.typeName).toBe('外发');
    expect((await ask('root', 'GET /admin/flow-types')).body.total).toBe(3);
    await ask('root', `PUT ${path}`, { name: '文件外发', process });
    expect((await ask('lin', 'POST /user-flows', application)).status).toBe(200);

    const acts = await world.services.db
      .selectFrom('audit_records')
      .select('act')
      .where('subject', '=', 'file_out')
      .orderBy('id')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual([
      'flow_type.defined',
      'flow_type.defined',
      'flow_type.removed',
      'flow_type.defined',
    ]);
  });

  test('are reserved for administrators', async () => {
    for (const call of ['GET /admin/flow-types', `GET ${path}`, `DELETE ${path}`, 'GET /admin/flows'])
      expect((await ask('ann', call)).body.code).toBe('app.no_rights');
    expect((await ask('ann', `PUT ${path}`, { name: 'x', process })).body.code).toBe('app.no_rights');
  });

  test('all eleven can be offered and applied for by type, title, description and files alone', async () => {
    for (const type of applicationTypeNames) {
      const made = await ask('root', `PUT /admin/flow-types/${type}`, { name: type, process });
      expect(made.status).toBe(200);
    }
    const { db } = world.services;
    const level = { tid: 'one', id: 'internal', name: '内部', level: 1 };
    await db
      .insertInto('classifications')
      .values({ ...level, is_default: true })
      .execute();
    for (const type of applicationTypeNames) {
      const uri = await world.store('a.txt', new Uint8Array([65]));
      const files = type === 'trusted_mailbox_application' ? [] : [uri];
      const made = await ask('lin', 'POST /user-flows', { type, title: type, description: '', files });
      expect([type, made.status, made.body.data?.state]).toEqual([type, 200, 'approving']);
    }
    const all = await ask('root', 'GET /admin/flows?keyword=mail&limit=100');
    expect(all.body.data.map((flow: { type: string }) => flow.type).toSorted()).toEqual([
      'gateway_trusted_mail_send',
      'mail_out',
      'trusted_mail_send',
      'trusted_mailbox_application',
    ]);
    const flow = all.body.data.find(({ type }: { type: string }) => type === 'mail_out');
    expect((await ask('root', `GET /admin/flows/${flow.id}`)).body.data).toMatchObject({
      id: flow.id,
      state: 'approving',
      process: ['initiate', 'approve', 'file_process', 'send_email'].map((stepType) => ({ stepType })),
      details: { to: ['lin@example.test'] },
      files: [{ name: 'a.txt' }],
    });
  });

  test.each([
    [{ stages: [] }, 'app.invalid_request'],
    [{ stages: Array.from({ length: 11 }, () => process.stages[0]) }, 'app.invalid_request'],
    [{ stages: [{ rule: 'any_of', approvers: [] }] }, 'app.invalid_request'],
    [{ stages: [{ rule: 'most_of', approvers: ['ann'] }] }, 'app.invalid_request'],
    [{ taskTimeLimit: 59_999 }, 'app.invalid_request'],
    [{ delivery: 'email' }, 'app.invalid_request'],
    [{ fileProcess: { by: 'executors', executors: [] } }, 'app.invalid_request'],
    [{ fileProcess: null }, 'work.process_does_not_fit'],
    [{ stages: [{ rule: 'any_of', approvers: ['nobody'] }] }, 'work.approvers_invalid'],
    [{ cc: ['nobody'] }, 'work.approvers_invalid'],
    [{ fileProcess: { by: 'executors', executors: ['nobody'] } }, 'work.approvers_invalid'],
  ])('a process with %j is rejected: %s', async (change, code) => {
    const refused = await ask('root', `PUT ${path}`, { name: 'x', process: { ...process, ...change } });
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });
});
