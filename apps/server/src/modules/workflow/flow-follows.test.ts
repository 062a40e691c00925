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

const follow = (name: PersonName, flowID: string) => ask(name, `PUT /flows/${flowID}/follow`);
const unfollow = (name: PersonName, flowID: string) => ask(name, `DELETE /flows/${flowID}/follow`);
const followedBy = async (name: PersonName) => (await ask(name, 'GET /user-followed-flows')).body;
const infoOf = async (name: PersonName, flowID: string) =>
  (await ask(name, `GET /flows/${flowID}`)).body.data;
const noticesAbout = async (name: PersonName, flowID: string) =>
  (await noticesOf(world, name, flowID)).filter((text) => text.startsWith('关注的申请'));

test('a participant follows an application, once, and ends it', async () => {
  const flowID = await world.apply();
  expect((await infoOf('ann', flowID)).isFollowed).toBeUndefined();
  expect([(await follow('ann', flowID)).status, (await follow('ann', flowID)).status]).toEqual([204, 204]);
  expect((await infoOf('ann', flowID)).isFollowed).toBe(true);
  expect((await infoOf('bob', flowID)).isFollowed).toBeUndefined();
  expect(await followedBy('ann')).toMatchObject({ total: 1, data: [{ id: flowID }] });
  expect((await unfollow('ann', flowID)).status).toBe(204);
  expect(await followedBy('ann')).toEqual({ total: 0, data: [] });
  expect((await unfollow('ann', flowID)).status).toBe(204);
});

test('followers are notified of each new state, with the name of the applicant', async () => {
  const flowID = await world.apply();
  await follow('bob', flowID);
  await follow('lin', flowID);
  await ask('lin', `POST /flows/${flowID}/actions/cancel`, { note: '不需要了' });
  await eventually(async () =>
    expect(await noticesAbout('bob', flowID)).toEqual(['关注的申请：可信邮箱申请|LIN的“申请可信邮箱”已取消']),
  );
  // The applicant gets the own notice only.
  expect(await noticesAbout('lin', flowID)).toEqual([]);
  expect(await noticesAbout('ann', flowID)).toEqual([]);
});

test('a deputy who follows an application gets no notice and has it in no list after the absence', async () => {
  const flowID = await world.apply();
  const absence = (await ask('ann', 'POST /user-absences', { deputy: 'eve' })).body.data;
  expect((await follow('eve', flowID)).status).toBe(204);
  expect(await followedBy('eve')).toMatchObject({ total: 1, data: [{ id: flowID }] });
  await ask('ann', `POST /user-absences/${absence.id}/actions/end`);
  expect(await followedBy('eve')).toEqual({ total: 0, data: [] });
  await follow('bob', flowID);
  await ask('lin', `POST /flows/${flowID}/actions/cancel`, { note: '不需要了' });
  await eventually(async () => expect(await noticesAbout('bob', flowID)).toHaveLength(1));
  expect(await noticesAbout('eve', flowID)).toEqual([]);
});

test('others, drafts and unknown applications cannot be followed', async () => {
  const flowID = await world.apply();
  expect((await follow('eve', flowID)).body.code).toBe('work.flow_not_found');
  expect((await follow('ann', 'unknown')).body.code).toBe('work.flow_not_found');
  const draft = await ask('lin', 'POST /user-flows', {
    type: 'trusted_mailbox_application',
    title: '草稿',
    description: '',
    files: [],
    submit: false,
  });
  expect((await follow('lin', draft.body.data.id)).body.code).toBe('work.flow_not_found');
  expect(await followedBy('eve')).toEqual({ total: 0, data: [] });
});

test('the list has pages, with the last followed application first', async () => {
  const flowIDs: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const flowID = await world.apply();
    world.clock += 1000;
    await follow('ann', flowID);
    flowIDs.unshift(flowID);
  }
  const page = (await ask('ann', 'GET /user-followed-flows?skip=1&limit=1')).body;
  expect(page).toMatchObject({ total: 3, data: [{ id: flowIDs[1] }] });
  expect((await ask('ann', 'GET /user-followed-flows?limit=0')).body).toEqual({ total: 3, data: [] });
});
