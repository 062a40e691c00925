import { stepTypes } from '@sealflow/domain/workflow';
import { beforeEach, expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { findDecidableTask } from './decidable-task.usecases.ts';

const world = useWorld();
const ask = createRequester(world);

beforeEach(async () => {
  await world.services.db.deleteFrom('absences').execute();
});

const taskOf = async (flowID: string, name: PersonName) => (await world.tasks(flowID)).get(name) ?? '';
const decidableBy = (name: PersonName, taskID: string, tid = 'one') =>
  findDecidableTask(world.services.db, { tid, taskID, aid: `a-${name}`, at: new Date(world.clock) });

test('a notification offers a decision to the assignee of an open approval, until it is decided', async () => {
  const flowID = await world.apply();
  const taskID = await taskOf(flowID, 'ann');
  expect(await decidableBy('ann', taskID)).toEqual({ flowID, taskID });
  expect(await decidableBy('bob', taskID)).toBeUndefined();
  expect(await decidableBy('ann', taskID, 'two')).toBeUndefined();
  await ask('bob', `POST /tasks/${await taskOf(flowID, 'bob')}/actions/approve`, { remark: '' });
  expect(await decidableBy('ann', taskID)).toBeUndefined();
});

test('it offers the decision to the deputy too, while the assignee is absent', async () => {
  const flowID = await world.apply();
  const taskID = await taskOf(flowID, 'ann');
  expect(await decidableBy('eve', taskID)).toBeUndefined();
  const absence = await ask('ann', 'POST /user-absences', { deputy: 'eve' });
  expect(absence.status).toBe(200);
  expect(await decidableBy('eve', taskID)).toEqual({ flowID, taskID });
  await world.services.db
    .updateTable('memberships')
    .set({ state: 'suspended' })
    .where('tid', '=', 'one')
    .where('fid', '=', 'eve')
    .execute();
  expect(await decidableBy('eve', taskID)).toBeUndefined();
});

test('it offers no decision on a task that is no approval', async () => {
  const flowID = await world.apply();
  const taskID = await taskOf(flowID, 'ann');
  for (const step of stepTypes.filter((one) => one !== 'approve')) {
    await world.services.db.updateTable('flow_tasks').set({ step }).where('task_id', '=', taskID).execute();
    expect(await decidableBy('ann', taskID)).toBeUndefined();
  }
});
