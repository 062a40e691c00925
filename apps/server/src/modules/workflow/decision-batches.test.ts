import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { connect } from '../../infra/database/connection.util.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { createTaskDecider, type DecideTask, type Decision } from './decisions.usecases.ts';
import { noticeQueue } from './flow-event.usecases.ts';

const world = useWorld();
const plain = { action: 'approve', note: null, seen: null, idempotencyKey: undefined } as const;
let decideTask: DecideTask;
beforeAll(() => {
  decideTask = createTaskDecider(world.services);
});

interface Ask extends Partial<Decision> {
  readonly taskID: string;
  readonly by?: PersonName;
  readonly tid?: 'one' | 'two';
}

/** Decides all at once. @returns the state of each task, or the code or the message of its error. */
const decideAll = (asks: readonly Ask[]) =>
  Promise.all(
    asks.map(({ by = 'ann', tid = 'one', ...decision }) =>
      decideTask(world.person(by, tid), { ...plain, ...decision }).then(
        ({ state }) => state,
        (error: Error) => (error instanceof ServiceError ? error.code : error.message),
      ),
    ),
  );

async function openTasks(
  count: number,
  name: PersonName = 'ann',
  tid: 'one' | 'two' = 'one',
): Promise<string[]> {
  const flowIDs = await Promise.all(Array.from({ length: count }, () => world.apply({}, tid)));
  return Promise.all(flowIDs.map(async (flowID) => (await world.tasks(flowID)).get(name) ?? ''));
}

/** The transaction of each decision, in the order of the tasks; null for a task without a decision. */
async function transactionsOf(taskIDs: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ task_id: string; xmin: string }>`
    select task_id, xmin::text from flow_decisions where task_id = any(${[...taskIDs]}::text[])
  `.execute(world.services.db);
  return taskIDs.map((taskID) => rows.find((row) => row.task_id === taskID)?.xmin ?? null);
}

/** Runs the work while another transaction holds what the statement locks. */
async function whileLocked(
  statement: string,
  values: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const holder = new Client({ connectionString: world.connection.url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(statement, [...values]);
    await work();
    await holder.query('commit');
  } finally {
    await holder.end();
  }
}

describe('concurrent decisions', () => {
  test('on different applications are committed by one transaction, with their records and jobs', async () => {
    const taskIDs = await openTasks(6);
    expect(await decideAll(taskIDs.map((taskID) => ({ taskID })))).toEqual(Array(6).fill('processed'));
    const [first, ...others] = await transactionsOf(taskIDs);
    expect(first).not.toBeNull();
    expect(new Set(others)).toEqual(new Set([first]));
    const { rows } = await sql<{ acts: number; closed: number }>`
      select (select count(*)::integer from readable_audit_records where act = 'task.approved' and fid = 'ann'
          and subject = any(${taskIDs}::text[]) and id in (select id from audit_records where xmin::text = ${first})) as acts,
        (select count(*)::integer from flow_tasks where xmin::text = ${first} and state <> 'awaiting') as closed
    `.execute(world.services.db);
    expect(rows).toEqual([{ acts: 6, closed: 24 }]);
  });

  test('publish the change of each task, also if they close more than the change feed lists for a statement', async () => {
    const taskIDs = await openTasks(8);
    const listener = new Client({ connectionString: world.connection.url });
    await listener.connect();
    const changed = new Set<string>();
    const unlisted: string[] = [];
    listener.on('notification', ({ payload = '' }) => {
      const { topic, id } = JSON.parse(payload) as { topic: string; id?: string };
      if (topic === 'task' && id === undefined) unlisted.push(payload);
      if (topic === 'task' && id !== undefined) changed.add(id);
    });
    await listener.query('listen sealflow_changes');
    await decideAll(taskIDs.map((taskID) => ({ taskID })));
    await eventually(async () => {
      await listener.query('select 1');
      expect(changed.size).toBe(32);
    });
    expect(unlisted).toEqual([]);
    await listener.end();
  });

  test('that are rejected leave nothing behind, and the others are made', async () => {
    const [mine = '', closed = '', seen = '', approvers = ''] = await openTasks(4);
    await decideAll([
      { taskID: closed, by: 'bob' },
      { taskID: closed, by: 'ann' },
    ]);
    const results = await decideAll([
      { taskID: mine },
      { taskID: mine.replace(/.$/, 'x') },
      { taskID: closed },
      { taskID: seen, seen: 'f'.repeat(64) },
      { taskID: approvers, action: 'add_approval', approvers: ['nobody'] },
    ]);
    expect(results).toEqual([
      'processed',
      'work.task_not_found',
      'work.task_state_error',
      'work.changed_since_seen',
      'work.approvers_invalid',
    ]);
    const [xmin, , ofSeen, ofApprovers] = await transactionsOf([mine, closed, seen, approvers]);
    expect([ofSeen, ofApprovers]).toEqual([null, null]);
    const { rows } = await sql`
      select count(*)::integer as tasks from flow_tasks where xmin::text = ${xmin ?? ''}
    `.execute(world.services.db);
    expect(rows).toEqual([{ tasks: 4 }]);
  });

  test('of which one fails unexpectedly are repeated alone: only that one fails', async () => {
    const { db } = world.services;
    await sql`
      create function refuse_note() returns trigger language plpgsql as $$
      begin
        if new.note = 'boom' then raise exception 'boom'; end if;
        return new;
      end $$;
    `.execute(db);
    await sql`create trigger refuse_note before insert on flow_decisions for each row execute function refuse_note()`.execute(
      db,
    );
    try {
      const taskIDs = await openTasks(5);
      const results = await decideAll(
        taskIDs.map((taskID, n) => ({ taskID, note: n === 2 ? 'boom' : 'ok' })),
      );
      expect(results).toEqual(['processed', 'processed', 'boom', 'processed', 'processed']);
      const transactions = await transactionsOf(taskIDs);
      expect(transactions[2]).toBeNull();
      expect(new Set(transactions.filter((one) => one !== null)).size).toBe(4);
    } finally {
      await sql`drop trigger refuse_note on flow_decisions`.execute(db);
      await sql`drop function refuse_note()`.execute(db);
    }
  });

  test('on the same task, or on tasks of one application, are one decision', async () => {
    const flowID = await world.apply();
    const tasks = await world.tasks(flowID);
    const [other = ''] = await openTasks(1);
    const asks = (['ann', 'ann', 'bob', 'cat'] as const).map((by) => ({ by, taskID: tasks.get(by) ?? '' }));
    const results = await decideAll([...asks, { taskID: other }]);
    expect(results.filter((one) => one === 'processed')).toHaveLength(2);
    expect(results.filter((one) => one === 'work.task_state_error')).toHaveLength(3);
    expect(results[4]).toBe('processed');
  });

  test('with the same idempotency key are one decision with one response', async () => {
    const [taskID = '', other = ''] = await openTasks(2);
    const request = { ...plain, idempotencyKey: 'key-batch-1', note: '好' };
    const answers = await Promise.all(
      [taskID, taskID, other, taskID, taskID].map((id) =>
        decideTask(world.person('ann'), { ...request, taskID: id }),
      ),
    );
    const repeated = await decideTask(world.person('ann'), { ...request, taskID });
    expect(new Set(answers.filter(({ id }) => id === taskID).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(repeated)]),
    );
    expect(answers[2]).toMatchObject({ id: other, state: 'processed' });
    expect(
      await decideAll([
        { taskID, idempotencyKey: 'key-batch-1' },
        { taskID: other, ...request },
      ]),
    ).toEqual(['work.idempotency_key_reused', 'processed']);
  });

  test('of several tenants stay in their tenants', async () => {
    const mine = await openTasks(2);
    const theirs = await openTasks(2, 'eve', 'two');
    const results = await decideAll([
      { taskID: mine[0] ?? '' },
      { taskID: theirs[0] ?? '', by: 'eve', tid: 'two' },
      { taskID: mine[1] ?? '', by: 'ann', tid: 'two' },
      { taskID: theirs[1] ?? '', by: 'eve', tid: 'one' },
    ]);
    expect(results).toEqual(['processed', 'processed', 'work.task_not_found', 'work.task_not_found']);
    const { rows } = await sql`
      select decision.task_id, decision.tid, decision.fid, record.tid as audited, record.fid as auditee
      from flow_decisions decision join readable_audit_records record on record.subject = decision.task_id
      where decision.task_id = any(${[...mine, ...theirs]}::text[]) order by decision.tid
    `.execute(world.services.db);
    expect(rows).toEqual([
      { task_id: mine[0], tid: 'one', fid: 'ann', audited: 'one', auditee: 'ann' },
      { task_id: theirs[0], tid: 'two', fid: 'eve', audited: 'two', auditee: 'eve' },
    ]);
  });

  test('of deputies name both people in adjacent records of the audit', async () => {
    const ask = createRequester(world);
    const absence = await ask('bob', 'POST /user-absences', { deputy: 'eve' });
    expect(absence.status).toBe(200);
    const taskIDs = await openTasks(3, 'bob');
    const [own = ''] = await openTasks(1, 'ann');
    const results = await decideAll([
      ...taskIDs.map((taskID) => ({ taskID, by: 'eve' as const })),
      { taskID: own },
      { taskID: own, by: 'eve' },
    ]);
    expect(results).toEqual([...Array(4).fill('processed'), expect.stringMatching(/^work\./)]);
    const [xmin] = await transactionsOf(taskIDs);
    const { rows } = await sql<{ act: string; fid: string; subject: string }>`
      select act, fid, subject from readable_audit_records
      where id in (select id from audit_records where xmin::text = ${xmin ?? ''}) order by id
    `.execute(world.services.db);
    expect(rows.map(({ act, fid, subject }) => `${act} ${fid} ${subject}`)).toEqual([
      `task.approved ann ${own}`,
      ...taskIDs.flatMap((taskID) => [`task.approved eve ${taskID}`, 'task.decided_for eve bob']),
    ]);
    await world.services.db.deleteFrom('absences').execute();
  });
});

describe('a lock of another transaction', () => {
  test('on an application delays only its decision', async () => {
    const [locked = '', ...others] = await openTasks(4);
    let late: Promise<unknown> | undefined;
    const lock =
      'select from flows where flow_id = (select flow_id from flow_tasks where task_id = $1) for update';
    await whileLocked(lock, [locked], async () => {
      late = decideAll([{ taskID: locked }]);
      const more = decideAll([{ taskID: locked, by: 'bob' }, ...others.map((taskID) => ({ taskID }))]);
      await eventually(async () => expect(await transactionsOf(others)).not.toContain(null));
      expect(await transactionsOf([locked])).toEqual([null]);
      void more;
    });
    expect(await late).toEqual(['processed']);
  });

  test('on the membership of a new assignee delays only the decision that gives the person a task', async () => {
    const [opening = '', ...others] = await openTasks(4);
    let late: Promise<unknown> | undefined;
    const lock = "select from memberships where tid = 'one' and fid = $1 for update";
    await whileLocked(lock, ['eve'], async () => {
      late = decideAll([
        { taskID: opening, action: 'transfer', assignee: 'eve' },
        ...others.map((taskID) => ({ taskID })),
      ]);
      await eventually(async () => expect(await transactionsOf(others)).not.toContain(null));
      expect(await transactionsOf([opening])).toEqual([null]);
    });
    expect(await late).toEqual(Array(4).fill('processed'));
  });
});

test('a person decides several tasks by one call, which share a transaction, and each has its result', async () => {
  const ask = createRequester(world);
  const taskIDs = await openTasks(3);
  const [foreign = ''] = await openTasks(1, 'bob');
  const answer = await ask('ann', 'POST /tasks/actions/approve', {
    tasks: [foreign, ...taskIDs].map((taskID) => ({ taskID })),
  });
  expect(
    answer.body.data.map(({ id, ok, code }: { id: string; ok: boolean; code: string }) => [id, ok, code]),
  ).toEqual([[foreign, false, 'work.task_not_found'], ...taskIDs.map((taskID) => [taskID, true, null])]);
  expect(new Set(await transactionsOf(taskIDs)).size).toBe(1);
});

test('decisions that share a transaction take five round trips, however many they are', async () => {
  const proxy = await openDatabaseProxy(world.connection.url);
  const near = connect({ url: proxy.url, maximumConnections: 1 });
  try {
    const decide = createTaskDecider({ ...world.services, db: near.handle });
    const roundTripsOf = async (count: number) => {
      const taskIDs = await openTasks(count);
      const before = proxy.roundTrips();
      const decisions = taskIDs.map((taskID) =>
        decide(world.person('ann'), { ...plain, taskID, idempotencyKey: `key of ${taskID}` }),
      );
      expect((await Promise.all(decisions)).map(({ state }) => state)).toEqual(
        taskIDs.map(() => 'processed'),
      );
      return proxy.roundTrips() - before;
    };
    // The connection is opened, and each node asks once for the releases of the others.
    await roundTripsOf(1);
    // The begin, the lock, the reads, the writes, the commit.
    expect([await roundTripsOf(1), await roundTripsOf(5)]).toEqual([5, 5]);
  } finally {
    await near.close();
    await proxy.close();
  }
});

test('the notices of a decision name the step of its tasks, so that posting them looks up none', async () => {
  const steps: unknown[] = [];
  const outbox: Outbox = {
    send: (transaction, queue, jobs) => {
      if (queue.name === noticeQueue.name)
        steps.push(...jobs.map(({ data }) => ('step' in data ? data.step : null)));
      return world.services.outbox.send(transaction, queue, jobs);
    },
  };
  const taskIDs = await openTasks(2);
  const decide = createTaskDecider({ ...world.services, outbox });
  await Promise.all(taskIDs.map((taskID) => decide(world.person('ann'), { ...plain, taskID })));
  expect(steps).toEqual(['approve', 'approve']);
});
