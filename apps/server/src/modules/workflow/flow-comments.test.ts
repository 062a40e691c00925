import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { noticesOf } from '../../../testing/notices.ts';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);
beforeAll(async () => {
  await startWorkflowJobs(world.jobs, world.services);
});

const comment = (name: PersonName, flowID: string, body: object, headers = {}) =>
  ask(name, `POST /flows/${flowID}/comments`, body, headers);
const commentsOf = async (name: PersonName, flowID: string) =>
  (await ask(name, `GET /flows/${flowID}/comments`)).body;
const noticesAbout = async (name: PersonName, flowID: string) =>
  (await noticesOf(world, name, flowID)).filter((text) => /^(提到您|评论)/.test(text));

test('participants discuss an application, and the others are notified', async () => {
  const flowID = await world.apply();
  const asked = await comment('ann', flowID, { text: ' 用途是什么？ ', mentions: ['lin', 'lin'] });
  expect(asked.body.data).toMatchObject({
    author: { fid: 'ann', name: 'ANN' },
    text: '用途是什么？',
    mentions: [{ fid: 'lin', name: 'LIN' }],
    createAt: world.clock,
  });
  // Jobs have no order.
  await eventually(async () => expect(await noticesAbout('bob', flowID)).toHaveLength(1));
  world.clock += 1_000;
  await comment('lin', flowID, { text: `对外沟通。${'长'.repeat(120)}` });
  const { total, data } = await commentsOf('bob', flowID);
  expect([total, data.map((one: { author: { fid: string } }) => one.author.fid)]).toEqual([
    2,
    ['lin', 'ann'],
  ]);
  await eventually(async () => {
    expect(await noticesAbout('lin', flowID)).toEqual([
      '提到您：可信邮箱申请|ANN在“申请可信邮箱”中提到了您：用途是什么？',
    ]);
    expect(await noticesAbout('bob', flowID)).toEqual([
      `评论：可信邮箱申请|LIN在“申请可信邮箱”中发表了评论：对外沟通。${'长'.repeat(95)}…`,
      '评论：可信邮箱申请|ANN在“申请可信邮箱”中发表了评论：用途是什么？',
    ]);
  });
  expect(await noticesAbout('ann', flowID)).toHaveLength(1);
});

test('comments change neither the application nor what is decided on', async () => {
  const flowID = await world.apply();
  const before = await ask('ann', `GET /flows/${flowID}`);
  await comment('lin', flowID, { text: '请尽快' });
  expect((await ask('ann', `GET /flows/${flowID}`)).body).toEqual(before.body);
  const { db } = world.services;
  const records = await db.selectFrom('audit_records').select('act').where('subject', '=', flowID).execute();
  expect(records.map(({ act }) => act)).toEqual(['flow.submitted', 'flow.commented']);
});

test('people who take no part neither read nor write, and drafts have no discussion', async () => {
  const flowID = await world.apply();
  expect((await commentsOf('eve', flowID)).code).toBe('work.flow_not_found');
  expect((await comment('eve', flowID, { text: '你好' })).body.code).toBe('work.flow_not_found');
  expect((await comment('ann', flowID, { text: '你好', mentions: ['eve'] })).body.code).toBe(
    'work.mention_not_participant',
  );
  for (const text of ['', '  ', 'a\0b', 'x'.repeat(2001)])
    expect((await comment('ann', flowID, { text })).status).toBe(400);
  expect((await commentsOf('ann', flowID)).total).toBe(0);
  const draft = await ask('lin', 'POST /user-flows', {
    type: 'trusted_mailbox_application',
    title: '草稿',
    description: '',
    files: [],
    submit: false,
  });
  expect((await comment('lin', draft.body.data.id, { text: '你好' })).body.code).toBe(
    'work.flow_state_error',
  );
});

test('a repeated request is one comment', async () => {
  const flowID = await world.apply();
  const key = { 'idempotency-key': 'comment-0001' };
  const [one, two] = await Promise.all([
    comment('ann', flowID, { text: '一次' }, key),
    comment('ann', flowID, { text: '一次' }, key),
  ]);
  expect(one.body).toEqual(two.body);
  expect((await commentsOf('ann', flowID)).total).toBe(1);
  expect((await comment('ann', flowID, { text: '另外' }, key)).body.code).toBe('work.idempotency_key_reused');
});

test('an application has a limited number of comments', async () => {
  const flowID = await world.apply();
  await world.services.db
    .insertInto('flow_comments')
    .values(
      Array.from({ length: 1000 }, (_, index) => ({
        comment_id: `${flowID}-${index}`,
        tid: 'one',
        flow_id: flowID,
        fid: 'ann',
        text: `${index}`,
        mentions: [],
        created_at: new Date(world.clock),
      })),
    )
    .execute();
  expect((await comment('ann', flowID, { text: '再一条' })).body.code).toBe('work.comments_full');
});

test('a person adds a limited number of comments to one application in a minute', async () => {
  const flowID = await world.apply();
  const first = { 'idempotency-key': 'comment-often-1' };
  expect((await comment('ann', flowID, { text: '0' }, first)).status).toBe(200);
  for (let index = 1; index < 10; index += 1)
    expect((await comment('ann', flowID, { text: `${index}` })).status).toBe(200);
  const rejected = await comment('ann', flowID, { text: '10' });
  expect([rejected.status, rejected.body.code]).toEqual([429, 'work.comments_too_frequent']);
  const { seconds } = rejected.body.params;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(rejected.headers['retry-after']).toBe(String(seconds));
  // A repeated request, another person and another application are not affected.
  expect((await comment('ann', flowID, { text: '0' }, first)).status).toBe(200);
  expect((await comment('bob', flowID, { text: '你好' })).status).toBe(200);
  expect((await comment('ann', await world.apply(), { text: '你好' })).status).toBe(200);
  expect((await commentsOf('ann', flowID)).total).toBe(11);
  // The limit ends with its minute.
  await world.services.db
    .updateTable('rate_counters')
    .set({ ends_at: new Date(0) })
    .execute();
  expect((await comment('ann', flowID, { text: '10' })).status).toBe(200);
});

test('a deputy takes part while the absence lasts', async () => {
  const flowID = await world.apply();
  expect((await commentsOf('eve', flowID)).code).toBe('work.flow_not_found');
  expect((await ask('ann', 'POST /user-absences', { deputy: 'eve' })).status).toBe(200);
  expect((await comment('eve', flowID, { text: '我来代为处理' })).body.data.author.fid).toBe('eve');
  expect((await commentsOf('eve', flowID)).total).toBe(1);
  await world.services.db.deleteFrom('absences').execute();
  expect((await commentsOf('eve', flowID)).code).toBe('work.flow_not_found');
});
