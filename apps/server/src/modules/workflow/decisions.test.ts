import { describe, expect, test } from 'vitest';
import { type PersonName, useWorld } from '../../../testing/world.ts';
import { type Decision, decideTask } from './decisions.usecases.ts';
import { deleteExpiredRequests } from './idempotency.usecases.ts';

const world = useWorld();

const plain = { action: 'approve', note: null, seen: null, idempotencyKey: undefined } as const;

function decide(name: PersonName, taskID: string, decision: Partial<Decision> = {}) {
  return decideTask(world.services, world.person(name), { ...plain, ...decision, taskID });
}

async function openTask(name: PersonName = 'ann'): Promise<string> {
  const flowID = await world.apply();
  const taskID = (await world.tasks(flowID)).get(name);
  if (taskID === undefined) throw new Error(`${name} has no task`);
  return taskID;
}

test('four people decide 50 flows at once: each flow accepts and records one decision and rejects the others', async () => {
  const flows = await Promise.all(Array.from({ length: 50 }, () => world.apply()));
  const deciders = ['ann', 'bob', 'cat', 'dan'] as const;
  const results = await Promise.all(
    flows.flatMap((flowID) =>
      deciders.map(async (name, index) => {
        const taskID = (await world.tasks(flowID)).get(name) ?? '';
        const action = index % 2 === 0 ? ('approve' as const) : ('reject' as const);
        return decide(name, taskID, { action }).then(
          () => ({ flowID, result: 'won' }),
          (error: { code: string }) => ({ flowID, result: error.code }),
        );
      }),
    ),
  );
  for (const flowID of flows) {
    const outcomes = results.filter((one) => one.flowID === flowID).map((one) => one.result);
    expect(outcomes.filter((one) => one === 'won')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'work.task_state_error')).toHaveLength(3);
  }
  const { db } = world.services;
  const records = await db
    .selectFrom('flow_decisions')
    .select('flow_id')
    .where('flow_id', 'in', flows)
    .execute();
  expect(records).toHaveLength(50);
  const open = await db
    .selectFrom('flow_tasks')
    .select('task_id')
    .where('flow_id', 'in', flows)
    .where('state', '=', 'awaiting')
    .execute();
  expect(open).toEqual([]);
  const states = await db.selectFrom('flows').select('state').where('flow_id', 'in', flows).execute();
  expect(states.every(({ state }) => state === 'finished' || state === 'rejected')).toBe(true);
});

test('the response has the decision, and the other approvers read why their tasks are closed', async () => {
  const taskID = await openTask();
  world.clock += 5;
  await expect(decide('ann', taskID, { note: '同意' })).resolves.toEqual({
    id: taskID,
    note: '同意',
    processTime: world.clock,
    state: 'processed',
  });
  const row = await world.services.db
    .selectFrom('flow_decisions')
    .selectAll()
    .where('task_id', '=', taskID)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ action: 'approve', aid: 'a-ann', fid: 'ann', note: '同意', seen_sha256: null });
  expect(row.content_sha256).toMatch(/^[0-9a-f]{64}$/);
});

describe('repeated request', () => {
  test('returns the first response and decides nothing again', async () => {
    const taskID = await openTask();
    const request = { note: '好', idempotencyKey: 'key-00001' };
    const first = await decide('ann', taskID, request);
    world.clock += 1_000;
    await expect(decide('ann', taskID, request)).resolves.toEqual(first);
  });

  test('sent ten times at once is one decision', async () => {
    const taskID = await openTask();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => decide('ann', taskID, { idempotencyKey: 'key-00002' })),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  test('with other content is rejected', async () => {
    const taskID = await openTask();
    await decide('ann', taskID, { idempotencyKey: 'key-00003' });
    await expect(
      decide('ann', taskID, { idempotencyKey: 'key-00003', action: 'reject' }),
    ).rejects.toMatchObject({
      code: 'work.idempotency_key_reused',
    });
  });

  test('has a key that is valid for one task of one account', async () => {
    const [one, other] = [await openTask(), await openTask()];
    const request = { idempotencyKey: 'key-00004' };
    await decide('ann', one, request);
    await expect(decide('ann', other, request)).resolves.toMatchObject({ id: other });
  });

  test('is forgotten after a week, and then the task itself rejects it', async () => {
    const taskID = await openTask();
    const request = { idempotencyKey: 'key-00006' };
    const first = await decide('ann', taskID, request);
    await deleteExpiredRequests(world.services.db, world.clock + 7 * 86_400_000);
    await expect(decide('ann', taskID, request)).resolves.toEqual(first);
    await deleteExpiredRequests(world.services.db, world.clock + 7 * 86_400_000 + 1);
    await expect(decide('ann', taskID, request)).rejects.toMatchObject({ code: 'work.task_state_error' });
  });

  test('is not remembered if the decision was rejected', async () => {
    const taskID = await openTask();
    const request = { idempotencyKey: 'key-00005', seen: '0'.repeat(64) };
    await expect(decide('ann', taskID, request)).rejects.toMatchObject({ code: 'work.changed_since_seen' });
    await expect(decide('ann', taskID, { ...request, seen: null })).resolves.toMatchObject({
      state: 'processed',
    });
  });
});

describe('digest of the seen application', () => {
  test('prevents a decision on a changed application', async () => {
    const taskID = await openTask();
    const { db } = world.services;
    await expect(decide('ann', taskID, { seen: 'f'.repeat(64) })).rejects.toMatchObject({
      code: 'work.changed_since_seen',
    });
    const row = await db
      .selectFrom('flow_tasks')
      .select('state')
      .where('task_id', '=', taskID)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'awaiting' });
  });
});

describe('other people', () => {
  test('of the tenant cannot decide a task that is not theirs', async () => {
    const taskID = await openTask('ann');
    await expect(decide('bob', taskID)).rejects.toMatchObject({ code: 'work.task_not_found' });
  });

  test('of another tenant find nothing, even with the same id', async () => {
    const taskID = await openTask('ann');
    const stranger = { ...world.person('ann'), member: { ...world.person('ann').member, tid: 'two' } };
    await expect(decideTask(world.services, stranger, { ...plain, taskID })).rejects.toMatchObject({
      code: 'work.task_not_found',
    });
  });

  test('get the same response for a missing task', async () => {
    await expect(decide('ann', 'nothing')).rejects.toMatchObject({ code: 'work.task_not_found' });
  });
});
