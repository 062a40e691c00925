import { connect, type DatabaseConnection } from '../../apps/server/src/infra/database/index.ts';
import { declareQueue } from '../../apps/server/src/infra/jobs/jobs.port.ts';
import { startJobs } from '../../apps/server/src/infra/jobs/pg-boss.adapter.ts';
import { linkPending } from '../../apps/server/src/modules/audit/linking.usecases.ts';
import { watchDatabase } from './database-cost.ts';
import { runAll } from './server-database.ts';
import { rounded } from './stats.ts';

/** All records of one tenant, because one node at a time links its chain. */
const records = 50_000;
const jobs = 2000;

interface BackgroundTarget {
  readonly url: string;
  /** The first process of the database. */
  readonly pid: number;
}

/** The background work of calls, in this process only: linking of records, and an empty job. */
export async function measureBackgroundWork(target: BackgroundTarget) {
  const connection = connect({ url: target.url, maximumConnections: 10, statementTimeoutMs: 0 });
  try {
    return {
      auditLink: await measured(target, records, () => link(target.url, connection)),
      job: await measured(target, jobs, () => work(connection)),
    };
  } finally {
    await connection.close();
  }
}

async function measured(target: BackgroundTarget, count: number, task: () => Promise<() => Promise<void>>) {
  const database = await watchDatabase(target);
  const run = await task();
  const before = { cost: await database.read(), cpu: process.cpuUsage(), at: performance.now() };
  await run();
  const seconds = (performance.now() - before.at) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const after = await database.read();
  await database.end();
  return {
    count,
    perSecond: Math.round(count / seconds),
    nodeCpuMs: rounded((user + system) / 1000 / count, 4),
    databaseCpuMs: rounded(((after.cpu - before.cost.cpu) * 1000) / count, 4),
    walBytes: Math.round((after.walBytes - before.cost.walBytes) / count),
  };
}

/** The leading node shares the work, so both processes are measured. */
async function link(url: string, { handle }: DatabaseConnection): Promise<() => Promise<void>> {
  return async () => {
    await runAll(url, [
      // Starts with empty tables, their usual state.
      'analyze audit_pending',
      `insert into audit_records (tid, at, act, decision, aid, fid, subject)
        select 'bulk', now(), 'task.decided', 'granted', 'a' || n, 'f' || n, 'task-' || n
        from generate_series(1, ${records}) n`,
    ]);
    for (let left = records; left > 0; ) {
      await linkPending(handle);
      const { total } = await handle
        .selectFrom('audit_pending')
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      left = total;
    }
  };
}

async function work(connection: DatabaseConnection): Promise<() => Promise<void>> {
  const queue = declareQueue<{ number: number }>('bench.nothing');
  const engine = await startJobs({ connection, queues: [queue], onError: () => {} });
  const done = Promise.withResolvers<void>();
  let left = jobs;
  return async () => {
    const rows = Array.from({ length: jobs }, (_, number) => ({ data: { number } }));
    await connection.handle.transaction().execute((transaction) => engine.send(transaction, queue, rows));
    await engine.work(
      queue,
      async () => {
        left -= 1;
        if (left === 0) done.resolve();
      },
      { maxConcurrentJobs: 50 },
    );
    await done.promise;
    await engine.stop();
  };
}
