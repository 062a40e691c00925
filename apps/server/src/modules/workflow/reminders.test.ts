import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { noticesOf } from '../../../testing/notices.ts';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { handleDeadline } from './deadline.job.ts';
import { deadlineQueue } from './flow-event.usecases.ts';
import { startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);
beforeAll(async () => {
  await startWorkflowJobs(world.jobs, world.services);
});

const remind = (name: PersonName, flowID: string) => ask(name, `POST /flows/${flowID}/actions/remind`, {});
const reminders = async (name: PersonName, flowID: string) =>
  (await noticesOf(world, name, flowID)).filter((text) => /^(催办|即将到期)/.test(text));
const reminder = '催办：可信邮箱申请|LIN提醒您尽快审批：“申请可信邮箱”';

test('the applicant reminds those who have not decided, once an hour', async () => {
  const flowID = await world.apply();
  const { body } = await remind('lin', flowID);
  expect(body.data).toEqual({ reminded: 4, nextAt: world.clock + 3_600_000 });
  await eventually(async () => expect(await reminders('dan', flowID)).toEqual([reminder]));

  world.clock += 61_000;
  expect((await remind('lin', flowID)).body).toMatchObject({
    code: 'work.reminded_recently',
    params: { minutes: 59 },
  });
  world.clock += 3_600_000;
  expect((await remind('lin', flowID)).status).toBe(200);
  await eventually(async () => expect(await reminders('ann', flowID)).toEqual([reminder, reminder]));

  const { db } = world.services;
  const acts = await db
    .selectFrom('flow_acts')
    .select(['action', 'fid'])
    .where('flow_id', '=', flowID)
    .execute();
  expect(acts.filter(({ action }) => action === 'remind')).toEqual([
    { action: 'remind', fid: 'lin' },
    { action: 'remind', fid: 'lin' },
  ]);
  const records = await db.selectFrom('audit_records').select('act').where('subject', '=', flowID).execute();
  expect(records.map(({ act }) => act)).toEqual(['flow.submitted', 'flow.reminded', 'flow.reminded']);
});

test('only the applicant reminds, and only while others have a task', async () => {
  const flowID = await world.apply();
  expect((await remind('ann', flowID)).body.code).toBe('work.not_allowed');
  expect((await remind('eve', flowID)).body.code).toBe('work.flow_not_found');
  expect((await remind('lin', 'none')).body.code).toBe('work.flow_not_found');
  await ask('lin', `POST /flows/${flowID}/actions/cancel`, {});
  expect((await remind('lin', flowID)).body.code).toBe('work.nobody_to_remind');
  expect(await reminders('ann', flowID)).toEqual([]);
});

test('two reminders at the same time are one', async () => {
  const flowID = await world.apply();
  const answers = await Promise.all([remind('lin', flowID), remind('lin', flowID)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('a deadline reminds by itself while its task is open, once', async () => {
  const uri = await world.store('a.txt', new Uint8Array([65]));
  const flowID = await world.apply({ type: 'file_decryption', files: [uri] });
  const dueAt = world.clock + 3_600_000;
  world.clock += 2_700_000;
  const job = { tid: 'one', flowID, reminderOf: dueAt };
  await handleDeadline(world.services, job);
  await handleDeadline(world.services, job);
  const text = '即将到期：文件解密|“申请可信邮箱”的任务约 15 分钟后到期，到期未处理的申请会终止';
  await eventually(async () => expect(await reminders('bob', flowID)).toEqual([text]));
  await handleDeadline(world.services, { ...job, reminderOf: dueAt + 1 });
  expect(await reminders('bob', flowID)).toEqual([text]);

  await ask('lin', `POST /flows/${flowID}/actions/cancel`, {});
  const sent: string[] = [];
  const outbox: Outbox = { send: async (_transaction, { name }) => void sent.push(name) };
  await handleDeadline({ ...world.services, outbox }, job);
  expect(sent).toEqual([]);
});

test('the reminder of a deadline is a quarter of the time limit before it', async () => {
  const uri = await world.store('b.txt', new Uint8Array([66]));
  const sent: (readonly [number | undefined, number | undefined])[] = [];
  const { outbox } = world.services;
  const watched: Outbox = {
    send: async (transaction, queue, jobs) => {
      if (queue.name === deadlineQueue.name)
        for (const { data, after } of jobs)
          sent.push([(data as { reminderOf?: number }).reminderOf, after?.getTime()]);
      await outbox.send(transaction, queue, jobs);
    },
  };
  Object.assign(world.services, { outbox: watched });
  await world.apply({ type: 'file_decryption', files: [uri] });
  Object.assign(world.services, { outbox });
  const dueAt = world.clock + 3_600_000;
  expect(new Set(sent.map((one) => one.join()))).toEqual(
    new Set([`,${dueAt}`, `${dueAt},${dueAt - 900_000}`]),
  );
});
