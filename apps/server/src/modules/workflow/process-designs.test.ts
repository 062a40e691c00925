import { expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';

const world = useWorld();
const ask = createRequester(world);

const path = '/admin/processes/file_out';
const processOf = (...approvers: string[]) => ({
  stages: [{ rule: 'any_of', approvers }],
  fileProcess: { by: 'service' },
});
const draftOf = (...approvers: string[]) => ({ name: '文件外发', process: processOf(...approvers) });
const acts = async () => {
  const rows = await world.services.db
    .selectFrom('audit_records')
    .select('act')
    .where('subject', '=', 'file_out')
    .orderBy('id')
    .execute();
  return rows.map(({ act }) => act);
};

test('a draft may be incomplete, is visible to administrators only, and is published as the next version', async () => {
  expect((await ask('root', `GET ${path}`)).body.data).toMatchObject({
    id: 7,
    delivery: 'download',
    needsProcessing: true,
    enabled: false,
    published: null,
    draft: null,
    running: 0,
    people: [],
  });
  expect(
    (await ask('root', `PUT ${path}/draft`, { name: '文件外发', process: { ...processOf(), stages: [] } }))
      .status,
  ).toBe(200);
  expect((await ask('root', `POST ${path}/draft/actions/publish`)).body.code).toBe('admin.draft_incomplete');
  await ask('root', `PUT ${path}/draft`, draftOf('ghost'));
  expect((await ask('root', `POST ${path}/draft/actions/publish`)).body.code).toBe('work.approvers_invalid');
  await ask('root', `PUT ${path}/draft`, { name: 'x', process: { ...processOf('ann'), fileProcess: null } });
  expect((await ask('root', `POST ${path}/draft/actions/publish`)).body.code).toBe(
    'work.process_does_not_fit',
  );
  await ask('root', `PUT ${path}/draft`, draftOf('ann'));
  expect((await ask('lin', 'GET /flow-types')).body.total).toBe(2);

  const published = await ask('root', `POST ${path}/draft/actions/publish`);
  expect(published.body.data).toMatchObject({
    enabled: true,
    draft: null,
    published: { version: 1, name: '文件外发', publishedAt: world.clock, publishedBy: null },
    people: [{ fid: 'ann', name: 'ANN', inactive: null }],
  });
  expect((await ask('lin', 'GET /flow-types')).body.total).toBe(3);
  expect((await ask('root', `POST ${path}/draft/actions/publish`)).body.code).toBe('admin.no_draft');
  expect((await ask('root', `DELETE ${path}/draft`)).body.code).toBe('admin.no_draft');
});

test('running applications keep their process; versions are listed and restored as the draft', async () => {
  const uri = await world.store('a.txt', new Uint8Array([65]));
  const application = { type: 'file_out', title: '外发', description: '', files: [uri] };
  const under = (await ask('lin', 'POST /user-flows', application)).body.data.id;
  await ask('root', `PUT ${path}/draft`, draftOf('bob'));
  expect((await ask('root', `POST ${path}/draft/actions/publish`)).body.data).toMatchObject({
    running: 1,
    published: { version: 2 },
  });
  expect([...(await world.tasks(under)).keys()]).toEqual(['ann']);
  // Publishing by the older call adds a version too, and a repetition none.
  const whole = { name: '文件外发', process: processOf('cat') };
  await ask('root', 'PUT /admin/flow-types/file_out', whole);
  await ask('root', 'PUT /admin/flow-types/file_out', whole);
  const { body } = await ask('root', `GET ${path}/versions?limit=2`);
  expect([body.total, body.data.map(({ version }: { version: number }) => version)]).toEqual([3, [3, 2]]);
  expect(body.data[1].process.stages).toEqual([{ rule: 'any_of', approvers: ['bob'] }]);
  expect((await ask('root', `POST ${path}/versions/9/actions/restore`)).body.code).toBe(
    'admin.version_not_found',
  );
  expect((await ask('root', `POST ${path}/versions/1/actions/restore`)).body.data.draft).toMatchObject({
    basedOn: 3,
    process: { stages: [{ rule: 'any_of', approvers: ['ann'] }] },
  });
  const { data } = (await ask('root', 'GET /admin/processes')).body;
  expect(data).toHaveLength(11);
  expect(data.find(({ type }: { type: string }) => type === 'file_out')).toMatchObject({
    name: '文件外发',
    enabled: true,
    version: 3,
    stages: 1,
    draftSavedAt: world.clock,
    running: 1,
  });
  expect((await ask('root', `DELETE ${path}/draft`)).status).toBe(204);
  expect((await acts()).slice(-5)).toEqual([
    'flow_type.defined',
    'flow_type.defined',
    'flow_type.defined',
    'flow_type.version_restored',
    'flow_type.draft_discarded',
  ]);
});

test('two administrators do not overwrite each other', async () => {
  const seen = (await ask('root', `GET ${path}`)).headers.etag as string;
  const saved = await ask('root', `PUT ${path}/draft`, draftOf('dan'), { 'if-match': seen });
  const own = saved.headers.etag as string;
  expect([saved.status, own === seen]).toEqual([200, false]);
  const before = await acts();
  for (const [call, body] of [
    [`PUT ${path}/draft`, draftOf('eve')],
    [`DELETE ${path}/draft`, undefined],
    [`POST ${path}/draft/actions/publish`, undefined],
    [`POST ${path}/versions/1/actions/restore`, undefined],
    ['PUT /admin/flow-types/file_out', { name: 'x', process: processOf('eve') }],
  ] as const) {
    const refused = await ask('root', call, body, { 'if-match': seen });
    expect([call, refused.status, refused.body.code]).toEqual([call, 412, 'admin.changed_meanwhile']);
  }
  const { headers, body } = await ask('root', `GET ${path}`);
  expect([headers.etag, body.data.draft.process.stages[0].approvers]).toEqual([own, ['dan']]);
  expect(await acts()).toEqual(before);
  const both = await Promise.all(
    ['ann', 'bob'].map((one) => ask('root', `PUT ${path}/draft`, draftOf(one), { 'if-match': own })),
  );
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
  const latest = (await ask('root', `GET ${path}`)).headers.etag as string;
  expect(
    (await ask('root', `POST ${path}/draft/actions/publish`, undefined, { 'if-match': latest })).status,
  ).toBe(200);
});

test('are reserved for administrators', async () => {
  for (const [call, body] of [
    ['GET /admin/processes', undefined],
    [`GET ${path}`, undefined],
    [`PUT ${path}/draft`, draftOf('ann')],
    [`POST ${path}/actions/simulate`, { process: processOf('ann'), applicant: 'lin' }],
    ['GET /admin/approvers', undefined],
    ['GET /admin/approver-roles', undefined],
  ] as const)
    expect([call, (await ask('ann', call, body)).body.code]).toEqual([call, 'app.no_rights']);
});
