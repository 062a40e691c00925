import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { noticesOf } from '../../../testing/notices.ts';
import { type PersonName, useWorld } from '../../../testing/world.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { handleDeadline } from './deadline.job.ts';
import { decideTask } from './decisions.usecases.ts';
import { deadlineQueue, noticeQueue } from './flow-event.usecases.ts';
import { postNotices } from './notices.job.ts';
import { startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
beforeAll(async () => {
  await startWorkflowJobs(world.jobs, world.services);
});

const notices = (name: PersonName, flowID: string) => noticesOf(world, name, flowID);

test('people are notified of new tasks, removed tasks and the outcome of their applications', async () => {
  const flowID = await world.apply();
  await eventually(async () => {
    expect(await notices('dan', flowID)).toEqual(['待审批：可信邮箱申请|LIN的“申请可信邮箱”等待您审批']);
  });
  const taskID = (await world.tasks(flowID)).get('ann') ?? '';
  const decision = { taskID, action: 'reject', note: null, seen: null, idempotencyKey: undefined } as const;
  await decideTask(world.services, world.person('ann'), decision);
  await eventually(async () => {
    expect(await notices('lin', flowID)).toEqual(['申请进展：可信邮箱申请|“申请可信邮箱”未通过审批']);
    expect((await notices('bob', flowID))[0]).toBe('任务已关闭：可信邮箱申请|“申请可信邮箱”已由他人拒绝');
  });
  expect(await notices('ann', flowID)).toHaveLength(1);
  expect(world.engineErrors).toEqual([]);
});

test('a notice that runs twice is one message, and a person who left receives none', async () => {
  const flowID = await world.apply();
  await eventually(async () => expect(await notices('ann', flowID)).toHaveLength(1));
  const taskID = (await world.tasks(flowID)).get('ann') ?? '';
  const notice = { type: 'task_opened', taskID, assigneeID: 'ann' } as const;
  const repeat = (flow: string, at: number) => {
    const job = { tid: 'one', flowID: flow, at, notices: [notice, notice] };
    return postNotices(world.services, { jobs: [job], isRepeated: true });
  };
  await repeat(flowID, world.clock);
  expect(await notices('ann', flowID)).toHaveLength(1);
  await repeat('gone', 0);
});

test('a deadline ends the flow when it is due, and not before', async () => {
  const uri = await world.store('a.txt', new Uint8Array([65]));
  const flowID = await world.apply({ type: 'file_decryption', files: [uri] });
  const { db } = world.services;
  const state = async () =>
    (await db.selectFrom('flows').select('state').where('flow_id', '=', flowID).executeTakeFirstOrThrow())
      .state;
  world.clock += 3_599_999;
  await handleDeadline(world.services, { tid: 'one', flowID });
  expect(await state()).toBe('approving');
  world.clock += 1;
  await handleDeadline(world.services, { tid: 'one', flowID });
  expect(await state()).toBe('terminated');
  const tasks = await db.selectFrom('flow_tasks').select('outcome').where('flow_id', '=', flowID).execute();
  expect(tasks.map(({ outcome }) => outcome)).toEqual(['deadline_exceeded', 'deadline_exceeded']);
  await handleDeadline(world.services, { tid: 'one', flowID });
  expect(await state()).toBe('terminated');
});

test('a deadline job that runs early waits as long again, at most a minute', async () => {
  const uri = await world.store('b.txt', new Uint8Array([66]));
  const flowID = await world.apply({ type: 'file_decryption', files: [uri] });
  const due = world.clock + 3_600_000;
  const sentBy = async (early: number) => {
    const sent: (number | undefined)[] = [];
    const outbox: Outbox = {
      send: async (_transaction, _queue, jobs) =>
        void sent.push(...jobs.map(({ after }) => after?.getTime())),
    };
    await handleDeadline({ ...world.services, outbox, clock: () => due - early }, { tid: 'one', flowID });
    return sent;
  };
  expect([await sentBy(2), await sentBy(40_000), await sentBy(3_500_000)]).toEqual([
    [due + 2],
    [due + 40_000],
    [due + 60_000],
  ]);
});

test('the queues keep their stored names', () => {
  expect([noticeQueue.name, deadlineQueue.name]).toEqual(['workflow.notices', 'workflow.deadlines']);
});
