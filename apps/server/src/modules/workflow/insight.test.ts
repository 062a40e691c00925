import type { Process } from '@sealflow/domain/workflow';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld, worldStart } from '../../../testing/world.ts';
import { handleDeadline } from './deadline.job.ts';
import { defineFlowType } from './flow-types.usecases.ts';
import { runWithinLimit } from './insight-limit.util.ts';

const world = useWorld();
const ask = createRequester(world);
const askTwo = createRequester(world, 'two');
const hourMs = 3_600_000;
const start = worldStart;
const end = start + 60 * hourMs;

const process: Process = {
  stages: [
    { rule: 'any_of', approvers: ['ann', 'bob'] },
    { rule: 'any_of', approvers: ['cat'] },
  ],
  cc: ['eve'],
  fileProcess: null,
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: 10 * hourMs,
  escalation: { to: 'people', people: ['dan'], times: 1 },
};

/** Acts at an hour after the beginning. */
const at = (hour: number) => {
  world.clock = start + hour * hourMs;
};
const act = async (name: PersonName, hour: number, flowID: string, action: string) => {
  const taskID = (await openTasks(flowID)).get(name);
  at(hour);
  await ask(name, `POST /tasks/${taskID}/actions/${action}`, { note: 'x' });
};
const openTasks = async (flowID: string) => {
  const rows = await world.services.db
    .selectFrom('flow_tasks')
    .select(['task_id', 'assignee_fid'])
    .where('flow_id', '=', flowID)
    .where('state', '=', 'awaiting')
    .execute();
  return new Map(rows.map((row) => [row.assignee_fid ?? '', row.task_id]));
};
const applyAt = (hour: number) => {
  at(hour);
  return world.apply();
};
const typesOf = async (query = '', requester = ask) => {
  world.clock = Math.max(world.clock, end);
  return (await requester('root', `GET /admin/insight/types${query}`)).body.data;
};
const people = async (query = '') => (await ask('root', `GET /admin/insight/people${query}`)).body;
const own = async (name: PersonName, query = '') => (await ask(name, `GET /user-insight${query}`)).body.data;
const allow = (isAllowed: boolean) =>
  world.services.db
    .updateTable('tenants')
    .set({ insight_on_people: isAllowed })
    .where('tid', '=', 'one')
    .execute();

beforeAll(async () => {
  const { db } = world.services;
  const mailbox = { type: 'trusted_mailbox_application', name: '可信邮箱申请' } as const;
  await defineFlowType(db, { ...mailbox, tid: 'one', process, at: new Date(start) });
  // Stages of 2 h and 3 h.
  const plain = await applyAt(0);
  await act('ann', 2, plain, 'approve');
  await act('cat', 5, plain, 'approve');
  // Returned after 1 h, with the applicant for 24 h, then 3 h and 1 h.
  const returned = await applyAt(0);
  await act('ann', 1, returned, 'return');
  at(25);
  const content = { title: 'x', description: 'y', files: [] };
  await ask('lin', `POST /flows/${returned}/actions/resubmit`, content);
  await act('bob', 28, returned, 'approve');
  await act('cat', 29, returned, 'approve');
  // 4 h, then rejected after 2 h.
  const rejected = await applyAt(0);
  await act('bob', 4, rejected, 'approve');
  await act('cat', 6, rejected, 'reject');
  // Canceled by the applicant while it waits.
  const canceled = await applyAt(0);
  at(9);
  await ask('lin', `POST /flows/${canceled}/actions/cancel`, { note: 'x' });
  // Escalated to dan after 10 h, approved 2 h later, then 1 h.
  const escalated = await applyAt(0);
  at(10);
  await handleDeadline(world.services, { tid: 'one', flowID: escalated });
  await act('dan', 12, escalated, 'approve');
  await act('cat', 13, escalated, 'approve');
  // Waits for ann and bob.
  await applyAt(59);
  // Drafts are not counted.
  await ask('lin', 'POST /user-flows', { ...content, type: 'trusted_mailbox_application', submit: false });
});

describe('types', () => {
  test('are as computed by hand', async () => {
    const { from, until, types } = await typesOf();
    expect([from, until]).toEqual([Date.UTC(2099, 9, 24), end]);
    expect(types).toEqual([
      {
        type: 'trusted_mailbox_application',
        name: '可信邮箱申请',
        open: 1,
        finished: 4,
        rejected: 1,
        canceled: 1,
        terminated: 0,
        // 5, 6, 13 and 29 hours.
        median: 9.5 * hourMs,
        percentile90: 24.2 * hourMs,
        returned: { count: 1, median: 24 * hourMs },
        stagesSince: start,
        earlierStages: { waiting: 0, overdue: 0, escalated: 0 },
        stages: [
          {
            step: 'approve',
            stage: 0,
            // 1, 2, 3, 4 and 12 hours.
            passes: 5,
            median: 3 * hourMs,
            total: 22 * hourMs,
            share: 22 / 29,
            waiting: 1,
            overdue: 2,
            escalated: 1,
          },
          {
            step: 'approve',
            stage: 1,
            // 1, 1, 2 and 3 hours.
            passes: 4,
            median: 1.5 * hourMs,
            total: 7 * hourMs,
            share: 7 / 29,
            waiting: 0,
            overdue: 0,
            escalated: 0,
          },
        ],
        bottleneck: 0,
      },
    ]);
  });

  test('count open tasks after their deadline', async () => {
    world.clock = end + 10 * hourMs;
    expect((await typesOf()).types[0].stages[0]).toMatchObject({ overdue: 4, waiting: 1 });
    world.clock = end;
  });

  test('begin at midnight of the first day of the period', async () => {
    expect((await typesOf('?days=365&offsetMinutes=480')).from).toBe(Date.UTC(2098, 10, 22, 16));
    world.clock = start + 29 * 24 * hourMs;
    expect((await typesOf()).types[0]).toMatchObject({ finished: 4, canceled: 1 });
    world.clock = start + 30 * 24 * hourMs;
    const [later] = (await typesOf()).types;
    expect(later).toMatchObject({ open: 1, finished: 1, canceled: 0, median: 29 * hourMs });
    expect(later.stages).toMatchObject([
      { passes: 1, waiting: 1, total: 3 * hourMs },
      { passes: 1, total: hourMs },
    ]);
    expect((await typesOf('?days=90')).types[0].finished).toBe(4);
    world.clock = end;
  });

  test('have the stages by their numbers in the type, also where conditions left some out', async () => {
    const { db } = world.services;
    const when = { match: 'all_of', of: [{ fact: 'file_count', is: 'at_least', value: 1 }] } as const;
    const stage = { rule: 'any_of', approvers: ['eve'] } as const;
    const left = { rule: 'any_of', approvers: ['eve'], when } as const;
    await defineFlowType(db, {
      tid: 'two',
      type: 'trusted_mailbox_application',
      name: '邮箱',
      process: { ...process, stages: [left, stage, left, stage] },
      at: new Date(start),
    });
    at(0);
    const flowID = await world.apply({}, 'two');
    for (const hour of [2, 5]) {
      const taskID = (await openTasks(flowID)).get('eve');
      at(hour);
      await askTwo('eve', `POST /tasks/${taskID}/actions/approve`, {});
    }
    const { types } = await typesOf('', askTwo);
    expect(types).toHaveLength(1);
    expect(types[0].stages).toMatchObject([
      { stage: 1, median: 2 * hourMs },
      { stage: 3, median: 3 * hourMs },
    ]);
    expect(types[0].bottleneck).toBe(1);
  });

  test('are for administrators only', async () => {
    expect((await ask('ann', 'GET /admin/insight/types')).body.code).toBe('app.no_rights');
    expect((await ask('ann', 'GET /admin/insight/people')).body.code).toBe('app.no_rights');
    expect((await ask('root', 'GET /admin/insight/types?days=31')).status).toBe(400);
  });
});

describe('people', () => {
  test('see their own figures, whatever the organisation allows', async () => {
    world.clock = end;
    expect(await own('ann')).toEqual({
      open: 1,
      oldestAt: start + 59 * hourMs,
      decided: 2,
      median: 1.5 * hourMs,
      from: Date.UTC(2099, 9, 24),
      until: end,
      isShownToAdministrators: false,
    });
    expect(await own('dan')).toMatchObject({ open: 0, oldestAt: null, decided: 1, median: 2 * hourMs });
    // A copy is no work.
    expect(await own('eve')).toMatchObject({ open: 0, oldestAt: null, decided: 0, median: null });
  });

  test('are not shown to administrators unless the organisation allows it', async () => {
    expect(await people()).toMatchObject({ code: 'work.insight_on_people_off' });
    await allow(true);
    expect((await people()).total).toBe(4);
    expect((await own('ann')).isShownToAdministrators).toBe(true);
    await allow(false);
    expect(await people()).toMatchObject({ code: 'work.insight_on_people_off' });
    const records = await world.services.db
      .selectFrom('audit_records')
      .select(['tid', 'operator_id'])
      .where('act', '=', 'insight.people_read')
      .execute();
    expect(records).toEqual([{ tid: 'one', operator_id: 'root' }]);
    await allow(true);
  });

  test('have a median from five decided tasks on, without absences and without the time before a deputyship', async () => {
    const ofCat = async () => (await people('?sort=-decided')).data[0];
    expect(await ofCat()).toMatchObject({ fid: 'cat', decided: 4, median: null });
    // Eve decides for cat 2 h after the absence began, which is 5 h after the task was opened.
    const deputised = await applyAt(36);
    await act('bob', 37, deputised, 'approve');
    at(40);
    const absence = await ask('cat', 'POST /user-absences', { deputy: 'eve' });
    const taskID = (await openTasks(deputised)).get('cat');
    at(42);
    expect((await ask('eve', `POST /tasks/${taskID}/actions/approve`, {})).status).toBe(200);
    await ask('cat', `POST /user-absences/${absence.body.data.id}/actions/end`);
    // Cat decides after 15 h, and was absent for 13.5 of them.
    const interrupted = await applyAt(43);
    await act('bob', 43, interrupted, 'approve');
    at(44);
    await ask('cat', 'POST /user-absences', { deputy: 'eve', until: start + 57.5 * hourMs });
    await act('cat', 58, interrupted, 'approve');
    world.clock = end;
    // 1, 1, 1.5, 2 and 3 hours.
    expect(await ofCat()).toEqual({
      fid: 'cat',
      name: 'CAT',
      open: 0,
      oldestAt: null,
      decided: 5,
      median: 1.5 * hourMs,
    });
    expect(await own('eve')).toMatchObject({ decided: 1, median: 2 * hourMs });
  });

  test('are sorted and paged', async () => {
    const fids = async (query: string) => (await people(query)).data.map(({ fid }: { fid: string }) => fid);
    expect(await fids('?sort=name')).toEqual(['ann', 'bob', 'cat', 'dan', 'eve']);
    expect(await fids('')).toEqual(['ann', 'bob', 'cat', 'dan', 'eve']);
    expect(await fids('?sort=-median')).toEqual(['cat', 'ann', 'bob', 'dan', 'eve']);
    expect(await fids('?sort=-decided&skip=1&limit=2')).toEqual(['bob', 'ann']);
    expect(await people('?limit=0')).toEqual({ total: 5, data: [] });
    expect(await people('?skip=9')).toEqual({ total: 5, data: [] });
  });

  test('are left out after their membership', async () => {
    const { db } = world.services;
    await db
      .updateTable('memberships')
      .set({ state: 'ended' })
      .where('tid', '=', 'one')
      .where('fid', '=', 'dan')
      .execute();
    expect(await people('?sort=name')).toMatchObject({ total: 4 });
    expect(JSON.stringify(await people())).not.toContain('dan');
  });
});

test('a statement that takes too long is canceled', async () => {
  const sleep = runWithinLimit(world.services.db, (db) => sql`select pg_sleep(20)`.execute(db), 20);
  await expect(sleep).rejects.toMatchObject({ code: 'work.insight_timeout' });
});
