import { expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';

const world = useWorld();
const ownDocument = '0b8f0c3e-5a55-4a38-9d7f-6f8b1a1f0001';
const unknownDocument = '0b8f0c3e-5a55-4a38-9d7f-6f8b1a1f0002';
const ask = createRequester(world);
const simulate = (change: object = {}, body: object = {}) =>
  ask('root', 'POST /admin/processes/file_out/actions/simulate', {
    applicant: 'lin',
    process: {
      stages: [{ rule: 'any_of', approvers: ['ann', 'lin'] }],
      fileProcess: { by: 'service' },
      ...change,
    },
    ...body,
  });

test('names whom each stage asks, by the rules that the application itself follows', async () => {
  const stages = [
    { rule: 'all_of', approvers: ['ann', 'bob'] },
    { rule: 'any_of', approvers: ['cat', 'ghost'] },
  ];
  const { body } = await simulate({
    stages,
    cc: ['dan'],
    fileProcess: { by: 'executors', executors: ['eve'] },
  });
  expect(body.data).toEqual({
    isPossible: true,
    applicantInactive: null,
    stages: [
      {
        kind: 'designed',
        number: 1,
        skippedBecause: null,
        rule: 'all_of',
        isReached: true,
        assignees: [
          { fid: 'ann', name: 'ANN' },
          { fid: 'bob', name: 'BOB' },
        ],
        deputies: [],
        escalations: [],
        omitted: [],
        includesApplicant: false,
        departmentHead: null,
        lacksDepartmentHead: false,
        found: [],
        usesFallback: false,
        refusal: null,
      },
      {
        kind: 'designed',
        number: 2,
        skippedBecause: null,
        rule: 'any_of',
        isReached: true,
        assignees: [{ fid: 'cat', name: 'CAT' }],
        deputies: [],
        escalations: [],
        omitted: [{ fid: 'ghost', name: '', inactive: 'unknown' }],
        includesApplicant: false,
        departmentHead: null,
        lacksDepartmentHead: false,
        found: [],
        usesFallback: false,
        refusal: null,
      },
    ],
    cc: [{ fid: 'dan', name: 'DAN' }],
    executors: [{ fid: 'eve', name: 'EVE' }],
    delivery: 'download',
    directComplete: false,
  });
  expect(await world.services.db.selectFrom('flows').select('flow_id').execute()).toEqual([]);
});

test('explains why nobody can decide a stage, and which stages are not reached', async () => {
  const { db } = world.services;
  await db
    .updateTable('memberships')
    .set({ state: 'suspended' })
    .where('tid', '=', 'one')
    .where('fid', '=', 'bob')
    .execute();
  await db
    .updateTable('memberships')
    .set({ deny: ['app_login'] })
    .where('tid', '=', 'one')
    .where('fid', '=', 'cat')
    .execute();
  const stages = [
    { rule: 'any_of', approvers: ['bob', 'cat'] },
    { rule: 'any_of', approvers: ['ann'] },
  ];
  const { data } = (await simulate({ stages })).body;
  expect(data.isPossible).toBe(false);
  expect(data.stages).toMatchObject([
    {
      isReached: true,
      assignees: [],
      omitted: [
        { fid: 'bob', inactive: 'suspended' },
        { fid: 'cat', inactive: 'no_sign_in_right' },
      ],
    },
    { isReached: false, assignees: [{ fid: 'ann' }] },
  ]);
  expect((await simulate({}, { applicant: 'bob' })).body.data).toMatchObject({
    isPossible: false,
    applicantInactive: 'suspended',
  });
  await db.updateTable('memberships').set({ state: 'active', deny: [] }).where('tid', '=', 'one').execute();
});

test('asks the other owners of the document first and marks an applicant who decides', async () => {
  const { db } = world.services;
  const document = { document_id: ownDocument, tid: 'one', owner_fid: 'dan', sealed_by: 'dan' };
  await db
    .insertInto('documents')
    .values({
      ...document,
      classification_id: null,
      size: 1,
      mime_type: 'text/plain',
      manifest_sha256: '0'.repeat(64),
      withdrawn_at: null,
    })
    .execute();
  const { data } = (await simulate({ directComplete: true }, { documentID: ownDocument })).body;
  expect(data.directComplete).toBe(false);
  expect(data.stages).toMatchObject([
    { kind: 'owners', rule: 'all_of', assignees: [{ fid: 'dan' }], includesApplicant: false },
    { kind: 'designed', assignees: [{ fid: 'ann' }, { fid: 'lin' }], includesApplicant: true },
  ]);
  expect((await simulate({}, { documentID: ownDocument, applicant: 'dan' })).body.data.stages).toHaveLength(
    1,
  );
  expect((await simulate({}, { documentID: unknownDocument })).body.code).toBe('key.document_not_found');
  expect((await simulate({}, { documentID: 'no-id' })).body.code).toBe('app.invalid_request');
  expect((await simulate({}, { applicant: 'ghost' })).body.code).toBe('login.user_not_found');
});

test('names an inactive owner both in the first stage and in the stage that asks owners', async () => {
  const { db } = world.services;
  const setState = (state: 'active' | 'suspended') =>
    db.updateTable('memberships').set({ state }).where('tid', '=', 'one').where('fid', '=', 'dan').execute();
  await setState('suspended');
  const stages = [{ rule: 'all_of', approvers: ['ann'], documentOwner: true }];
  const { data } = (await simulate({ stages }, { documentID: ownDocument })).body;
  await setState('active');
  const omitted = [{ fid: 'dan', inactive: 'suspended' }];
  expect(data).toMatchObject({
    isPossible: false,
    stages: [
      { kind: 'owners', assignees: [], omitted },
      { kind: 'designed', assignees: [{ fid: 'ann' }], omitted },
    ],
  });
});

test('approvers are searched by name and role', async () => {
  const people = await ask('root', 'GET /admin/approvers?keyword=an');
  expect(people.body.data.map(({ fid }: { fid: string }) => fid)).toEqual(['ann', 'dan']);
  const roles = await ask('root', 'GET /admin/approver-roles');
  expect(roles.body.data.map(({ roleID }: { roleID: string }) => roleID)).toContain('users');
  expect((await ask('root', 'GET /admin/approvers?roleID=users')).body.total).toBe(6);
  expect((await ask('root', 'GET /admin/approvers?roleID=administrators')).body.total).toBe(0);
});

test('names the people who get the task of an assignee after each deadline, without the applicant', async () => {
  const stages = [{ rule: 'any_of', approvers: ['ann', 'bob'] }];
  const escalation = { to: 'people', people: ['lin', 'ghost', 'bob', 'cat', 'dan'], times: 2 };
  const limited = await simulate({ stages, escalation, taskTimeLimit: 3_600_000 });
  expect(limited.body.data.stages[0].escalations).toEqual([
    {
      assignee: { fid: 'ann', name: 'ANN' },
      people: [
        { fid: 'bob', name: 'BOB' },
        { fid: 'cat', name: 'CAT' },
      ],
    },
    {
      assignee: { fid: 'bob', name: 'BOB' },
      people: [
        { fid: 'cat', name: 'CAT' },
        { fid: 'dan', name: 'DAN' },
      ],
    },
  ]);
});
