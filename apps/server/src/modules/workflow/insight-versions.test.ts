import type { Process } from '@sealflow/domain/workflow';
import { expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld, worldStart } from '../../../testing/world.ts';
import { defineFlowType } from './flow-types.usecases.ts';

const world = useWorld();
const ask = createRequester(world);
const askTwo = createRequester(world, 'two');
const hourMs = 3_600_000;
const start = worldStart;

const process = (...approvers: PersonName[]): Process => ({
  stages: approvers.map((approver) => ({ rule: 'any_of', approvers: [approver] })),
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: null,
});
/** Acts at an hour after the beginning. */
const at = (hour: number) => {
  world.clock = start + hour * hourMs;
};
const publish = async (hour: number, name: string, published: Process) => {
  at(hour);
  const type = { tid: 'one', type: 'trusted_mailbox_application', name } as const;
  await defineFlowType(world.services.db, { ...type, process: published, at: new Date(world.clock) });
};
const applyAt = (hour: number) => {
  at(hour);
  return world.apply();
};
const act = async (hour: number, flowID: string, action: 'approve' | 'return') => {
  const { task_id, assignee_fid } = await world.services.db
    .selectFrom('flow_tasks')
    .select(['task_id', 'assignee_fid'])
    .where('flow_id', '=', flowID)
    .where('state', '=', 'awaiting')
    .executeTakeFirstOrThrow();
  at(hour);
  await ask(assignee_fid as PersonName, `POST /tasks/${task_id}/actions/${action}`, { note: 'x' });
};
const typeAt = async (hour: number, requester = ask) => {
  at(hour);
  return (await requester('root', 'GET /admin/insight/types')).body.data.types[0];
};

test('stages that were changed count from their publication on, and earlier ones apart', async () => {
  await publish(0, '可信邮箱', process('ann', 'cat'));
  // 10 h, and then waits for cat in the second of the earlier stages.
  const earlier = await applyAt(0);
  const returned = await applyAt(1);
  await act(2, returned, 'return');
  await act(10, earlier, 'approve');
  await publish(12, '可信邮箱申请', process('ann', 'cat'));
  expect(await typeAt(13)).toMatchObject({
    stagesSince: start,
    stages: [
      { stage: 0, passes: 2, total: 11 * hourMs },
      { stage: 1, waiting: 1 },
    ],
    bottleneck: 0,
    earlierStages: { waiting: 0, overdue: 0, escalated: 0 },
  });
  await publish(20, '可信邮箱申请', process('cat', 'ann'));
  // 1 h and 5 h.
  const later = await applyAt(21);
  await act(22, later, 'approve');
  await act(27, later, 'approve');
  // The application that was returned gets the present stages when it is submitted again: 3 h and 1 h.
  at(23);
  const content = { title: 'x', description: 'y', files: [] };
  await ask('lin', `POST /flows/${returned}/actions/resubmit`, content);
  await act(26, returned, 'approve');
  await act(27, returned, 'approve');
  await publish(28, '可信邮箱申请', { ...process('cat', 'ann'), taskTimeLimit: 10 * hourMs });
  expect(await typeAt(30)).toMatchObject({
    open: 1,
    finished: 2,
    stagesSince: start + 20 * hourMs,
    stages: [
      { stage: 0, passes: 2, median: 2 * hourMs, total: 4 * hourMs, share: 0.4, waiting: 0 },
      { stage: 1, passes: 2, median: 3 * hourMs, total: 6 * hourMs, share: 0.6, waiting: 0 },
    ],
    bottleneck: 1,
    earlierStages: { waiting: 1, overdue: 0, escalated: 0 },
  });
});

test('stages that never changed count since ever', async () => {
  at(0);
  await world.apply({}, 'two');
  expect(await typeAt(1, askTwo)).toMatchObject({
    stagesSince: null,
    stages: [{ stage: 0, waiting: 1 }],
    earlierStages: { waiting: 0 },
  });
});
