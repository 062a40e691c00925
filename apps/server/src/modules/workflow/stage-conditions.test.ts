import { beforeAll, expect, test } from 'vitest';
import { createRequester, useWorld } from '../../../testing/world.ts';

const world = useWorld();
const ask = createRequester(world);
const type = 'mail_out';

const stage = (approver: string, ...of: object[]) => ({
  rule: 'any_of',
  approvers: [approver],
  ...(of.length === 0 ? {} : { when: { match: 'all_of', of } }),
});
const publish = (stages: object[], more: object = {}) =>
  ask('root', `PUT /admin/flow-types/${type}`, {
    name: '邮件外发',
    process: { stages, fileProcess: null, ...more },
  });

/** Submits a mail with files of these sizes to these recipients. */
async function apply(sizes: number[], to: string[]) {
  const files: string[] = [];
  for (const size of sizes) files.push(await world.store('a.txt', new Uint8Array(size)));
  const { status, body } = await ask('lin', 'POST /user-flows', {
    type,
    title: '外发',
    description: '',
    files,
    details: { to },
  });
  return status === 200 ? (body.data.id as string) : body;
}

interface Step {
  id: string;
  stepType: string;
  state: string;
  skippedBecause?: object[];
}

const stepsOf = async (flowID: string): Promise<Step[]> =>
  (await ask('lin', `GET /flows/${flowID}/process`)).body.data;
const approversOf = async (flowID: string) => {
  const { process } = await world.services.db
    .selectFrom('flows')
    .select('process')
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  return process.stages.map(({ approvers }) => approvers.join());
};

beforeAll(async () => {
  const { db } = world.services;
  await db
    .insertInto('organisations')
    .values([
      { tid: 'one', org_id: 'unit', name: '研发' },
      { tid: 'one', org_id: 'team', name: '研发/一组' },
      { tid: 'one', org_id: 'other', name: '研发二' },
    ])
    .execute();
  await db
    .updateTable('memberships')
    .set({ org_id: 'team' })
    .where('tid', '=', 'one')
    .where('fid', '=', 'lin')
    .execute();
  const row = {
    tid: 'one',
    level: 1,
    watermark: true,
    no_download: false,
    no_capture: false,
    lease_seconds: null,
    excludes_browsers: false,
  };
  await db
    .insertInto('classifications')
    .values([
      { ...row, id: 'internal', name: '内部', is_default: true },
      { ...row, id: 'secret', name: '秘密', level: 5, is_default: false },
    ])
    .execute();
  await db
    .updateTable('accounts')
    .set({ email: 'Bob@Own.example' })
    .where('aid', '=', world.person('bob').session.aid)
    .execute();
});

test('an application has the stages whose conditions hold when it is submitted', async () => {
  await publish([
    stage('ann', { fact: 'file_count', is: 'at_least', value: 2 }),
    stage('bob'),
    stage('cat', { fact: 'total_size', is: 'at_least', value: 100 }),
    stage('dan', { fact: 'outside_recipients', is: 'some' }),
    stage('eve', { fact: 'department', is: 'one_of', ids: ['unit'] }),
  ]);
  const small = await apply([10], ['bob@own.example']);
  expect(await approversOf(small)).toEqual(['bob', 'eve']);
  const large = await apply([60, 60], ['bob@own.example', 'x@partner.example']);
  expect(await approversOf(large)).toEqual(['ann', 'bob', 'cat', 'dan', 'eve']);
});

test('its participants see which stages were skipped and why', async () => {
  await publish([
    stage('ann', { fact: 'file_count', is: 'at_least', value: 2 }),
    stage('bob'),
    stage('cat', { fact: 'department', is: 'none_of', ids: ['unit'] }),
  ]);
  const steps = await stepsOf(await apply([10], ['bob@own.example']));
  expect(steps.filter(({ stepType }) => stepType === 'approve')).toMatchObject([
    {
      id: 'approve.skipped.0',
      state: 'skipped',
      skippedBecause: [{ fact: 'file_count', is: 'at_least', value: 2 }],
    },
    { id: 'approve.0', state: 'current' },
    {
      id: 'approve.skipped.2',
      state: 'skipped',
      skippedBecause: [{ fact: 'department', is: 'none_of', names: ['研发'] }],
    },
  ]);
});

test('a file that is no registered document counts as the default classification', async () => {
  await publish([
    stage('bob'),
    stage('ann', { fact: 'classification', is: 'one_of', ids: ['internal'] }),
    stage('cat', { fact: 'classification', is: 'one_of', ids: ['secret'] }),
  ]);
  expect(await approversOf(await apply([10], ['bob@own.example']))).toEqual(['bob', 'ann']);
});

test('a type in which all stages may be skipped needs people who decide then', async () => {
  const conditional = stage('ann', { fact: 'outside_recipients', is: 'some' });
  expect((await publish([conditional])).body.code).toBe('work.stages_conditional');
  expect((await publish([conditional], { fallback: ['cat', 'lin'] })).status).toBe(200);
  expect(await approversOf(await apply([10], ['bob@own.example']))).toEqual(['cat']);
  expect((await publish([conditional], { fallback: ['lin'] })).status).toBe(200);
  expect(await apply([10], ['bob@own.example'])).toMatchObject({
    code: 'work.no_approver_found',
    params: { stage: 1 },
  });
});

test('conditions name departments and classifications that exist', async () => {
  for (const fact of ['department', 'classification'])
    expect(
      (await publish([stage('bob'), stage('ann', { fact, is: 'one_of', ids: ['none'] })])).body.code,
    ).toBe('work.rule_invalid');
  const unknown = await publish([stage('bob'), stage('ann', { fact: 'weather', is: 'some' })]);
  expect(unknown.body.code).toBe('app.invalid_request');
});

test('the simulation evaluates conditions on example facts and the department of the applicant', async () => {
  const stages = [
    stage('ann', { fact: 'classification', is: 'one_of', ids: ['secret'] }),
    stage('bob', { fact: 'department', is: 'one_of', ids: ['other'] }),
    stage('cat', { fact: 'file_count', is: 'at_least', value: 5 }),
  ];
  const simulate = async (facts: object) => {
    const process = { stages, fileProcess: null, fallback: ['dan'] };
    const { body } = await ask('root', `POST /admin/processes/${type}/actions/simulate`, {
      applicant: 'lin',
      process,
      facts,
    });
    return body.data.stages.map(
      (one: {
        kind: string;
        number: number | null;
        skippedBecause: object | null;
        assignees: { fid: string }[];
      }) => [
        one.kind,
        one.number,
        one.skippedBecause === null ? one.assignees.map(({ fid }) => fid).join() : 'skipped',
      ],
    );
  };
  expect(await simulate({ classificationIDs: ['secret'], fileCount: 5 })).toEqual([
    ['designed', 1, 'ann'],
    ['designed', 2, 'skipped'],
    ['designed', 3, 'cat'],
  ]);
  expect(await simulate({})).toEqual([
    ['designed', 1, 'skipped'],
    ['designed', 2, 'skipped'],
    ['designed', 3, 'skipped'],
    ['fallback', null, 'dan'],
  ]);
});
