import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { addressOf, type Node, openNode } from '../../../testing/node.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { recordBackup } from './backups.usecases.ts';
import { registerNode, sendHeartbeat } from './nodes.usecases.ts';
import { thinSamples } from './samples.usecases.ts';

let service: TestService;
let operator: string;
let node: Node;

beforeAll(async () => {
  service = await openTestService();
  operator = await createOperatorCredential(service.db);
  node = await openNode(service);
  await eventually(async () => {
    if ((await health()).nodes.length === 0) throw new Error('the node is not registered yet');
  });
});
afterAll(async () => {
  await node.close();
  await service.close();
});

const ask = async (call: string, body?: object) => {
  const answer = await service.ask(operator, call, body);
  return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) };
};
const health = async () => (await ask('GET /api/v1/admin/health')).data;
const nodeName = async () => (await health()).nodes[0].node as string;
const lastAct = async () => {
  const { rows } = await sql<{ act: string; subject: string | null }>`
    select act, subject from audit_records where tid is null order by id desc limit 1`.execute(service.db);
  return rows[0];
};

describe('the state of the deployment', () => {
  it('names nodes, versions, storage and database', async () => {
    const state = await health();
    expect(state.failures).toEqual([]);
    expect(state.versions).toMatchObject({ runtime: process.versions.node });
    expect(state.nodes).toEqual([
      expect.objectContaining({
        state: 'running',
        runtimeVersion: process.versions.node,
        isAnswering: false,
      }),
    ]);
    expect(state.nodes[0].node).toMatch(new RegExp(`:${new URL(addressOf(node)).port}$`));
    expect(state.storage).toMatchObject({ kind: 'folder', files: 0 });
    expect(state.storage.disks.map((disk: { place: string }) => disk.place)).toEqual(['data', 'objects']);
    expect(state.database.schema.applied).toBe(state.database.schema.release);
    expect(state.database.bytes).toBeGreaterThan(0);
    expect(state.certificates).toContainEqual(
      expect.objectContaining({ kind: 'signing_key', problem: null }),
    );
  });

  it('shows the rest where one part cannot be read', async () => {
    await sql`alter table backups rename to backups_away`.execute(service.db);
    const state = await health();
    await sql`alter table backups_away rename to backups`.execute(service.db);
    expect(state.backups).toBeNull();
    expect(state.failures).toEqual([{ part: 'backups', reason: '42P01' }]);
    expect(state.nodes).toHaveLength(1);
  });

  it('names the last backup and the last one that failed', async () => {
    const attempt = { startedAt: new Date(), hasFiles: true };
    await recordBackup(service.db, { ...attempt, bytes: 7, isVerified: true });
    await recordBackup(service.db, {
      ...attempt,
      failure: Object.assign(new Error('disk full'), { code: 'ENOSPC' }),
    });
    expect((await health()).backups).toMatchObject({
      last: { bytes: 7, hasFiles: true, isVerified: true, reason: null },
      lastFailed: { bytes: null, isVerified: false, reason: 'ENOSPC' },
    });
  });
});

describe('a node', () => {
  it('reports that it is not ready and pauses its jobs while an operator drains it', async () => {
    const name = await nodeName();
    const path = `/api/v1/admin/nodes/${encodeURIComponent(name)}/actions`;
    const readiness = async () => (await fetch(`${addressOf(node)}/readyz`)).json();
    expect(await readiness()).toEqual({ status: 'ok', failed: [] });
    expect((await ask(`POST ${path}/drain`)).status).toBe(204);
    expect(await lastAct()).toEqual({ act: 'deployment.node_drained', subject: name });
    expect((await health()).nodes[0].state).toBe('draining');
    const paused: boolean[] = [];
    const jobs = { setPaused: async (isPaused: boolean) => void paused.push(isPaused) };
    await sendHeartbeat({ ...node, jobs }, '0');
    expect(await readiness()).toEqual({ status: 'unavailable', failed: ['draining'] });
    expect((await ask(`POST ${path}/end-draining`)).status).toBe(204);
    expect(await lastAct()).toEqual({ act: 'deployment.node_drain_ended', subject: name });
    await sendHeartbeat({ ...node, jobs }, '0');
    expect(await readiness()).toEqual({ status: 'ok', failed: [] });
    expect(paused).toEqual([true, false]);
    expect(await ask('POST /api/v1/admin/nodes/nowhere:1/actions/drain')).toMatchObject({
      status: 404,
      code: 'admin.node_not_found',
    });
  });

  it('is lost without heartbeats, and deleted when it stops', async () => {
    service.time.now += 61_000;
    expect((await health()).nodes[0].state).toBe('lost');
    const other = await openNode(service);
    await eventually(async () => expect((await health()).nodes).toHaveLength(2));
    await other.close();
    expect((await health()).nodes).toHaveLength(1);
  });
});

describe('a failed job', () => {
  const insert = async (state: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, state, start_after, retry_limit, retry_count, output)
      values ('workflow.deadlines', ${state}::pgboss.job_state, now() + interval '1 day', 2, 2,
        '{"error": "MailError", "code": "mail.refused"}') returning id`.execute(service.db);
    return rows[0]?.id ?? '';
  };

  it('is listed with its cause, and runs again when an operator retries it', async () => {
    const jobs = [await insert('retry'), await insert('failed'), await insert('created')];
    const listed = await ask('GET /api/v1/admin/failed-jobs?queue=workflow.deadlines');
    expect(listed.total).toBe(2);
    expect(listed.data[0]).toMatchObject({ attempts: 3, cause: 'MailError (mail.refused)' });
    expect((await health()).queues).toContainEqual(
      expect.objectContaining({ queue: 'workflow.deadlines', retrying: 1, failed: 1, scheduled: 1 }),
    );
    for (const job of jobs.slice(0, 2)) {
      expect((await ask(`POST /api/v1/admin/failed-jobs/${job}/actions/retry`)).status).toBe(204);
      expect(await lastAct()).toEqual({
        act: 'deployment.job_retried',
        subject: `workflow.deadlines/${job}`,
      });
    }
    // The workers of the node may have started a job already.
    const { rows } = await sql<{ count: number }>`select count(*) as count from pgboss.job
      where id::text = any(${jobs})
        and (started_on is not null or (state = 'retry' and start_after <= now()))`.execute(service.db);
    expect(rows[0]?.count).toBe(2);
    expect(await ask(`POST /api/v1/admin/failed-jobs/${jobs[2]}/actions/retry`)).toMatchObject({
      code: 'admin.job_not_found',
    });
  });
});

describe('metrics over time', () => {
  const minuteMs = 60_000;
  const hourMs = 60 * minuteMs;
  const insert = (at: number, values: { node: string; requests: number; p95: number }) =>
    sql`insert into node_samples (node, at, span_s, requests, errors, p95_ms, memory_bytes, loop_lag_ms, queue_depth, connections)
      values (${values.node}, ${new Date(at)}, 60, ${values.requests}, 1, ${values.p95}, 1000, 2, 3, 4)`.execute(
      service.db,
    );
  const read = async (query: string) => (await ask(`GET /api/v1/admin/health/metrics?${query}`)).data;

  it('adds the nodes, and shows one of them', async () => {
    const at = Math.floor(service.time.now / minuteMs) * minuteMs - minuteMs;
    await insert(at, { node: 'a:1', requests: 10, p95: 5 });
    await insert(at, { node: 'b:1', requests: 20, p95: 9 });
    expect(await read('range=hours')).toEqual({
      spanMs: minuteMs,
      points: [
        {
          at,
          requests: 30,
          errors: 2,
          p95Ms: 9,
          memoryBytes: 2000,
          loopLagMs: 2,
          queueDepth: 3,
          connections: 8,
        },
      ],
    });
    expect((await read('range=hours&node=a:1')).points).toMatchObject([{ requests: 10, p95Ms: 5 }]);
  });

  it('become hours after a day, and are deleted after 30 days', async () => {
    const hour = Math.floor(service.time.now / hourMs) * hourMs - 30 * hourMs;
    await insert(hour, { node: 'c:1', requests: 1, p95: 5 });
    await insert(hour + minuteMs, { node: 'c:1', requests: 2, p95: 7 });
    await insert(hour - 30 * 24 * hourMs, { node: 'c:1', requests: 4, p95: 7 });
    await thinSamples(service.db, service.time.now);
    await thinSamples(service.db, service.time.now);
    const { rows } =
      await sql`select at, span_s, requests, p95_ms from node_samples where node = 'c:1'`.execute(service.db);
    expect(rows).toEqual([{ at: new Date(hour), span_s: 3600, requests: 3, p95_ms: 7 }]);
    expect((await read('range=month&node=c:1')).points).toMatchObject([{ at: hour, requests: 3 }]);
  });
});

test('an operator runs housekeeping, which is recorded', async () => {
  await registerNode(service, { port: 7, version: '0' });
  expect((await ask('POST /api/v1/admin/health/actions/run-housekeeping')).data).toEqual({ outcome: 'done' });
  expect(await lastAct()).toMatchObject({ act: 'deployment.housekeeping_run' });
  expect((await health()).nodes).toContainEqual(
    expect.objectContaining({ housekeepingOutcome: 'done', isAnswering: true }),
  );
});
