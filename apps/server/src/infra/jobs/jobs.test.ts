import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type DatabaseConnection, latestMigration } from '../database/index.ts';
import { declareBatchedQueue, declareQueue, type JobBatch, type Jobs } from './jobs.port.ts';
import { startJobs } from './pg-boss.adapter.ts';

const kept = declareQueue<{ n: number }>('kept');
const failing = declareQueue<{ n: number }>('failing');
const many = declareQueue<{ n: number }>('many');
const later = declareQueue<{ n: number }>('later');
const slow = declareQueue<{ n: number }>('slow');
const lost = declareQueue<{ n: number }>('lost');
const shared = declareQueue<{ n: number }>('shared');
const batched = declareBatchedQueue<{ n: number }>('batched');
const written = declareBatchedQueue<{ n: number }>('written');
const errors: unknown[] = [];
let connection: DatabaseConnection;
let jobs: Jobs;

beforeAll(async () => {
  connection = await openTestDatabase();
  jobs = await startJobs({
    connection,
    queues: [kept, failing, many, later, slow, lost, shared, batched, written],
    onError: (error) => errors.push(error),
  });
});
afterAll(async () => {
  await jobs.stop();
  await connection.close();
});

test('enqueues a job exactly if its transaction commits', async () => {
  const seen: number[] = [];
  await jobs.work(kept, async ({ n }) => void seen.push(n));
  const send = (n: number, fail: boolean) =>
    connection.handle.transaction().execute(async (transaction) => {
      await jobs.send(transaction, kept, [{ data: { n } }]);
      if (fail) throw new Error('rolled back');
    });
  await expect(send(1, true)).rejects.toThrow('rolled back');
  await send(2, false);
  await eventually(() => expect(seen).toContain(2));
  expect(seen).toEqual([2]);
});

test('retries a failed handler and reports the failure', async () => {
  let tries = 0;
  await jobs.work(failing, async () => {
    tries += 1;
    if (tries === 1) throw new Error('down');
  });
  await connection.handle
    .transaction()
    .execute((transaction) => jobs.send(transaction, failing, [{ data: { n: 1 } }]));
  await eventually(() => expect(tries).toBe(2));
  expect(errors).toEqual([new Error('down')]);
});

test('a paused node takes no jobs and ends the running one; the other node takes them until it resumes', async () => {
  const other = await startJobs({
    connection,
    queues: [shared, batched],
    onError: (error) => errors.push(error),
  });
  const done: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = async (node: Jobs, name: string) => {
    await node.work(shared, async ({ n }) => {
      done.push(`${name} takes ${n}`);
      if (n === 0) await held;
      done.push(`${name} ends ${n}`);
    });
    const record = async ({ jobs: taken }: JobBatch<{ n: number }>) =>
      void done.push(...taken.map(({ n }) => `${name} ${n}`));
    await node.workInBatches(batched, record, { maxConcurrentJobs: 5 });
  };
  const send = (queue: typeof shared, ...numbers: number[]) =>
    connection.handle.transaction().execute((transaction) =>
      jobs.send(
        transaction,
        queue,
        numbers.map((n) => ({ data: { n } })),
      ),
    );
  await work(jobs, 'one');
  await send(shared, 0);
  await eventually(() => expect(done).toEqual(['one takes 0']));
  await work(other, 'two');

  await jobs.setPaused(true);
  await send(shared, 1, 2, 3);
  await send(batched, 4, 5, 6);
  await eventually(() => expect(done).toHaveLength(1 + 2 * 3 + 3));
  expect(done.filter((one) => one.startsWith('one'))).toEqual(['one takes 0']);
  release();
  await eventually(() => expect(done).toContain('one ends 0'));

  await other.setPaused(true);
  await jobs.setPaused(false);
  await send(shared, 7);
  await send(batched, 8);
  await eventually(() => expect(done).toEqual(expect.arrayContaining(['one ends 7', 'one 8'])));
  await other.stop();
  expect(errors).toEqual([new Error('down')]);
});

/** Registers nodes that have run for some time, by the last migration that each knows. */
async function registerNodes({ pool }: DatabaseConnection, ...migrations: (string | null)[]): Promise<void> {
  await pool.query('delete from nodes');
  await pool.query(
    `insert into nodes (node, version, runtime_version, started_at, heartbeat_at, migration)
     select n::text, '0', '0', now() - interval '1 hour', now(), migration
     from unnest($1::text[]) with ordinality as node (migration, n)`,
    [migrations],
  );
}

test.each([
  { nodes: [latestMigration, null], place: 'pg-boss' },
  { nodes: [latestMigration, latestMigration], place: 'batched_jobs' },
])(
  'writes what a batch from $place writes once, and retries its failed job alone',
  async ({ nodes, place }) => {
    const connection = await openTestDatabase();
    await registerNodes(connection, ...nodes);
    const failures: unknown[] = [];
    const jobs = await startJobs({
      connection,
      queues: [written],
      onError: (error) => failures.push(error),
    });
    const { handle: db, pool } = connection;
    await pool.query('create table results (n integer)');
    const resultsNow = async () =>
      (await pool.query<{ n: number }>('select n from results order by n')).rows.map(({ n }) => n);
    try {
      await db.transaction().execute((transaction) =>
        jobs.send(
          transaction,
          written,
          [1, 2, 3].map((n) => ({ data: { n } })),
        ),
      );
      const { rows: waiting } = await pool.query(
        `select (select count(*) from batched_jobs) as own, (select count(*) from pgboss.job where name = 'written') as boss`,
      );
      expect(waiting).toEqual([place === 'pg-boss' ? { own: 0, boss: 3 } : { own: 3, boss: 0 }]);
      let isDown = true;
      const repaired = Promise.withResolvers<void>();
      const batches: (readonly [number, boolean])[] = [];
      await jobs.workInBatches(
        written,
        async ({ jobs: taken, isRepeated }, transaction) => {
          batches.push([taken.length, isRepeated]);
          if (batches.length > 4) await repaired.promise;
          for (const { n } of taken) {
            await sql`insert into results (n) values (${n})`.execute(transaction);
            if (n === 2 && isDown) throw new Error('down');
          }
        },
        { maxConcurrentJobs: 5 },
      );
      await eventually(async () => expect(await resultsNow()).toEqual([1, 3]));
      await eventually(() => expect(failures).toEqual([new Error('down')]));
      const individually = [1, 2, 3].map(() => [1, true]);
      expect(batches).toEqual([[3, false], ...individually]);
      // Job 3 is completed after its results are written.
      await eventually(async () => {
        const { rows } = await pool.query(
          `select state, retry_count, output from pgboss.job where name = 'written' and state <> 'completed'`,
        );
        expect(rows).toEqual([{ state: 'retry', retry_count: 0, output: { error: 'Error' } }]);
      });
      isDown = false;
      repaired.resolve();
      await eventually(async () => expect(await resultsNow()).toEqual([1, 2, 3]));
      expect((await pool.query('select from batched_jobs')).rowCount).toBe(0);
      // A node of an earlier release may have ended the attempt without completing the job.
      expect(batches.slice(4)).toEqual([[1, true]]);
    } finally {
      await jobs.stop();
      await connection.close();
    }
  },
);

test('runs short jobs one after another and isolates the failure of each', async () => {
  const seen: number[] = [];
  await connection.handle.transaction().execute((transaction) =>
    jobs.send(
      transaction,
      many,
      Array.from({ length: 60 }, (_, n) => ({ data: { n } })),
    ),
  );
  const began = Date.now();
  await jobs.work(
    many,
    async ({ n }) => {
      seen.push(n);
      if (n === 7 && seen.filter((one) => one === n).length === 1) throw new Error('once');
    },
    { maxConcurrentJobs: 20 },
  );
  await eventually(() => expect(seen).toHaveLength(61));
  // Sequential processing would take a minute.
  expect(Date.now() - began).toBeLessThan(30_000);
  expect([new Set(seen).size, seen.filter((n) => n === 7).length]).toEqual([60, 2]);
});

test('runs a long job without blocking others and returns it to the queue if it does not end in time', async () => {
  const seen: number[] = [];
  const held = Promise.withResolvers<void>();
  let takenHeld = 0;
  const handle = async ({ n }: { n: number }) => {
    if (n === 0) {
      takenHeld += 1;
      await held.promise;
    }
    seen.push(n);
  };
  const send = (...numbers: number[]) =>
    connection.handle.transaction().execute((transaction) =>
      jobs.send(
        transaction,
        slow,
        numbers.map((n) => ({ data: { n } })),
      ),
    );
  await send(0, 1, 2, 3, 4, 5, 6);
  await jobs.work(slow, handle, { maxConcurrentJobs: 2 });
  await eventually(() => expect(seen.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6]));
  await send(7);
  await eventually(() => expect(seen).toContain(7));
  expect(takenHeld).toBe(1);

  await jobs.stop();
  jobs = await startJobs({
    connection,
    queues: [kept, failing, many, later, slow],
    onError: (error) => errors.push(error),
  });
  await jobs.work(slow, handle, { maxConcurrentJobs: 2 });
  // Another node takes the job immediately, not after a missed heartbeat.
  await eventually(() => expect(takenHeld).toBe(2));
  held.resolve();
  await eventually(() => expect(seen.filter((n) => n === 0).length).toBeGreaterThan(0));
  expect(seen.filter((n) => n !== 0)).toHaveLength(7);
});

test('holds a delayed job until its time, also across a restart of the engine', async () => {
  const due = new Date(Date.now() + 1_500);
  await connection.handle
    .transaction()
    .execute((transaction) => jobs.send(transaction, later, [{ data: { n: 1 }, after: due }]));
  await jobs.stop();
  jobs = await startJobs({
    connection,
    queues: [kept, failing, many, later],
    onError: (error) => errors.push(error),
  });
  let handledAt = 0;
  await jobs.work(later, async () => {
    handledAt = Date.now();
  });
  await eventually(() => expect(handledAt).toBeGreaterThan(0));
  expect(handledAt).toBeGreaterThanOrEqual(due.getTime());
});

test('runs jobs and recovers those of dead workers after the clock is set back', async () => {
  const real = Date.now.bind(Date);
  const seen: number[] = [];
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
  const connection = await openTestDatabase();
  const jobs = await startJobs({ connection, queues: [lost], onError: () => {} });
  try {
    await jobs.work(lost, async ({ n }) => void seen.push(n));
    const send = (n: number) =>
      connection.handle
        .transaction()
        .execute((transaction) => jobs.send(transaction, lost, [{ data: { n } }]));
    await send(1);
    await eventually(() => expect(seen).toEqual([1]));
    clock.mockRestore();
    await send(2);
    await eventually(() => expect(seen).toEqual([1, 2]));
    // State after a worker has died during the job.
    await connection.pool.query(
      `update pgboss.job set state = 'active', completed_on = null, heartbeat_on = now() - interval '1 minute'
       where name = 'lost' and data ->> 'n' = '1'`,
    );
    await eventually(() => expect(seen).toEqual([1, 2, 1]));
  } finally {
    clock.mockRestore();
    await jobs.stop();
    await connection.close();
  }
});
