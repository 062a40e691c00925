import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';

const world = useWorld();
const ask = createRequester(world);
const type = 'trusted_mailbox_application';
const fileProcess = { by: 'service' };
const application = { type, title: '邮箱', description: '', files: [] };

/** The departments by path; lin is a member of the last one. */
const paths = { company: '总部', unit: '总部/研发部', team: '总部/研发部/一组' };

async function setHeads(heads: Partial<Record<keyof typeof paths, string>>): Promise<void> {
  for (const orgID of Object.keys(paths) as (keyof typeof paths)[])
    await world.services.db
      .updateTable('organisations')
      .set({ head_fid: heads[orgID] ?? null })
      .where('tid', '=', 'one')
      .where('org_id', '=', orgID)
      .execute();
}

const publish = (stages: object[], more: object = {}) =>
  ask('root', `PUT /admin/flow-types/${type}`, {
    name: '可信邮箱',
    process: { stages, fileProcess, ...more },
  });
const rule = (rules: object, ...approvers: string[]) => ({ rule: 'all_of', approvers, ...rules });
const apply = (more: object = {}) => ask('lin', 'POST /user-flows', { ...application, ...more });
const askedBy = async (flowID: string) => [...(await world.tasks(flowID)).keys()].toSorted();

const setRole = (fids: string[]) =>
  world.services.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('membership_roles')
      .where('tid', '=', 'one')
      .where('role_id', '=', 'legal')
      .execute();
    for (const fid of fids)
      await transaction
        .insertInto('membership_roles')
        .values({ tid: 'one', fid, role_id: 'legal' })
        .execute();
  });

beforeAll(async () => {
  const { db } = world.services;
  for (const tid of ['one', 'two']) {
    const rows = Object.entries(paths).map(([org_id, name]) => ({ tid, org_id, name, head_fid: 'eve' }));
    await db.insertInto('organisations').values(rows).execute();
    await db.insertInto('roles').values({ tid, role_id: 'legal', name: '法务', rights: [] }).execute();
  }
  const moved = { team: ['lin'], unit: ['cat'] };
  for (const [org_id, fids] of Object.entries(moved))
    await db
      .updateTable('memberships')
      .set({ org_id })
      .where('tid', '=', 'one')
      .where('fid', 'in', fids)
      .execute();
});
beforeEach(() => setHeads({ team: 'ann', unit: 'bob', company: 'cat' }));

test('the head above is another head than that of the department', async () => {
  await publish([rule({ departmentHead: true }), rule({ headAbove: true })]);
  const { body } = await apply();
  expect(await askedBy(body.data.id)).toEqual(['ann']);
  const { process } = await world.services.db
    .selectFrom('flows')
    .select('process')
    .where('flow_id', '=', body.data.id)
    .executeTakeFirstOrThrow();
  expect(process.stages).toEqual([
    { rule: 'all_of', approvers: ['ann'] },
    { rule: 'all_of', approvers: ['bob'] },
  ]);
});

test('the holders of a role at the submission decide, without the applicant', async () => {
  await publish([rule({ roles: ['legal'] })]);
  await setRole(['lin', 'dan', 'eve']);
  const { body } = await apply();
  await setRole(['cat']);
  expect(await askedBy(body.data.id)).toEqual(['dan', 'eve']);
});

test('a rule that finds nobody refuses the application and names the stage, unless the type has a fallback', async () => {
  await setRole(['lin']);
  await publish([rule({}, 'ann'), rule({ roles: ['legal'] })]);
  const refused = await apply();
  expect([refused.status, refused.body.code, refused.body.params]).toEqual([
    409,
    'work.no_approver_found',
    { stage: 2 },
  ]);
  await publish([rule({ roles: ['legal'] })], { fallback: ['lin', 'dan'] });
  expect(await askedBy((await apply()).body.data.id)).toEqual(['dan']);
});

test('the applicant chooses an approver within the limits', async () => {
  await setRole(['ann', 'cat', 'lin']);
  await publish([rule({ applicantChoice: { roleID: 'legal', orgID: 'unit' } })]);
  const choose = async (fid: string) => {
    const { status, body } = await apply({ chosenApprovers: [{ stage: 1, fid }] });
    return status === 200 ? askedBy(body.data.id) : [status, body.code, body.params];
  };
  const invalid = [400, 'work.chosen_approver_invalid', { stage: 1 }];
  expect(await choose('cat')).toEqual(['cat']);
  // Of the role, but of no department; of the department, but not of the role; the applicant.
  expect(await choose('ann')).toEqual(invalid);
  expect(await choose('dan')).toEqual(invalid);
  expect(await choose('lin')).toEqual(invalid);
  const { body } = await apply();
  expect([body.code, body.params]).toEqual(['work.approver_not_chosen', { stage: 1 }]);
});

test('a person who can get no task cannot be chosen', async () => {
  await publish([rule({ applicantChoice: {} })]);
  const setState = (state: 'active' | 'suspended') =>
    world.services.db
      .updateTable('memberships')
      .set({ state })
      .where('tid', '=', 'one')
      .where('fid', '=', 'dan')
      .execute();
  await setState('suspended');
  const refused = await apply({ chosenApprovers: [{ stage: 1, fid: 'dan' }] });
  await setState('active');
  expect(refused.body.code).toBe('work.chosen_approver_invalid');
  expect((await apply({ chosenApprovers: [{ stage: 1, fid: 'dan' }] })).status).toBe(200);
});

test('a draft keeps the choice, which is checked when it is submitted', async () => {
  await publish([rule({ applicantChoice: {} })]);
  const draft = await apply({ submit: false, chosenApprovers: [{ stage: 1, fid: 'lin' }] });
  const path = `/flows/${draft.body.data.id}`;
  const read = await ask('lin', `GET ${path}`);
  expect(read.body.data.chosenApprovers).toEqual([{ stage: 1, person: { fid: 'lin', name: 'LIN' } }]);
  const submit = () => ask('lin', `POST ${path}/actions/submit`, {});
  expect((await submit()).body.code).toBe('work.chosen_approver_invalid');
  await ask('lin', `PUT ${path}`, { ...application, chosenApprovers: [{ stage: 1, fid: 'eve' }] });
  expect((await submit()).status).toBe(200);
  expect(await askedBy(draft.body.data.id)).toEqual(['eve']);
  expect((await ask('lin', `GET ${path}`)).body.data.chosenApprovers).toBeUndefined();
});

test('applicants see the stages of their choice, and only the people whom they may choose', async () => {
  await setRole(['cat', 'lin', 'ann']);
  await publish([rule({ departmentHead: true }), rule({ applicantChoice: { roleID: 'legal' } })]);
  const types = await ask('lin', 'GET /flow-types');
  const own = types.body.data.find((one: { type: string }) => one.type === type);
  expect(own.choices).toEqual([{ stage: 2, isRequired: true, role: '法务', organisation: null }]);
  const list = (query: string) => ask('lin', `GET /user-approver-choices?type=${type}&${query}`);
  const found = await list('stage=2');
  expect(found.body.data.map(({ fid }: { fid: string }) => fid)).toEqual(['ann', 'cat']);
  expect((await list('stage=1')).body.code).toBe('work.not_allowed');
  await publish([rule({ applicantChoice: {} })]);
  expect((await list('stage=1')).body).toMatchObject({ total: 0, data: [] });
  expect((await list('stage=1&keyword=DA')).body.data).toMatchObject([{ fid: 'dan' }]);
});

test('rules name roles and departments of the own tenant', async () => {
  await world.services.db
    .insertInto('roles')
    .values({ tid: 'two', role_id: 'foreign', name: '外', rights: [] })
    .execute();
  for (const rules of [
    { roles: ['foreign'] },
    { applicantChoice: { roleID: 'none' } },
    { applicantChoice: { orgID: 'none' } },
  ])
    expect((await publish([rule(rules)])).body.code).toBe('work.rule_invalid');
  const choices = await ask('root', 'GET /admin/rule-choices');
  expect(choices.body.data.roles).toContainEqual({ roleID: 'legal', name: '法务' });
  expect(choices.body.data.roles).not.toContainEqual(expect.objectContaining({ roleID: 'foreign' }));
  expect(choices.body.data.organisations).toContainEqual({ orgID: 'team', name: paths.team });
});

test('the simulation says what each rule finds, and why an application would be refused', async () => {
  await setRole(['dan']);
  const stages = [rule({ headAbove: true, roles: ['legal'] }, 'eve'), rule({ applicantChoice: {} })];
  const simulate = async (more: object) => {
    const process = { stages, fileProcess, ...more };
    return (
      await ask('root', `POST /admin/processes/${type}/actions/simulate`, { applicant: 'lin', process })
    ).body.data;
  };
  expect(await simulate({})).toMatchObject({
    isPossible: false,
    stages: [
      {
        found: [
          { by: 'head_above', people: [{ fid: 'bob', name: 'BOB' }] },
          { by: 'role', people: [{ fid: 'dan', name: 'DAN' }] },
        ],
        assignees: [{ fid: 'bob' }, { fid: 'dan' }, { fid: 'eve' }],
        refusal: null,
      },
      { found: [{ by: 'applicant_choice', people: [] }], refusal: 'work.approver_not_chosen' },
    ],
  });
  expect(await simulate({ fallback: ['ann'] })).toMatchObject({
    isPossible: true,
    stages: [{ usesFallback: false }, { usesFallback: true, assignees: [{ fid: 'ann' }] }],
  });
});
