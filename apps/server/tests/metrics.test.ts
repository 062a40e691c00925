import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openTestService, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const metrics = async () => (await service.ask(null, 'GET /metrics')).body;
const valueOf = async (name: string) =>
  Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(await metrics())?.[1]);

test('a job for a later time is scheduled and not due, and a failed job is retrying', async () => {
  const insert = (state: string, after: string) =>
    sql`insert into pgboss.job (name, state, start_after)
        values ('workflow.deadlines', ${state}::pgboss.job_state, now() + ${after}::interval)`.execute(
      service.db,
    );
  await insert('created', '1 day');
  await insert('created', '1 day');
  expect(await valueOf('sealflow_jobs_scheduled{queue="workflow.deadlines"}')).toBe(2);
  expect(await valueOf('sealflow_jobs_due{queue="workflow.deadlines"}')).toBe(0);
  expect(await valueOf('sealflow_jobs_oldest_due_seconds{queue="workflow.deadlines"}')).toBe(0);
  await insert('created', '-90 seconds');
  await insert('active', '-1 hour');
  await insert('retry', '5 minutes');
  expect(await valueOf('sealflow_jobs_due{queue="workflow.deadlines"}')).toBe(1);
  const age = await valueOf('sealflow_jobs_oldest_due_seconds{queue="workflow.deadlines"}');
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThan(600);
  expect(await valueOf('sealflow_jobs_retrying{queue="workflow.deadlines"}')).toBe(1);
});

test('a job of a batch is due until a node takes it', async () => {
  expect(await valueOf('sealflow_jobs_due{queue="a.batch"}')).toBeNaN();
  await sql`insert into batched_jobs (queue, data, created_at) values ('a.batch', '{}', now() - interval '90 seconds'),
    ('a.batch', '{}', now())`.execute(service.db);
  expect(await valueOf('sealflow_jobs_due{queue="a.batch"}')).toBe(2);
  const age = await valueOf('sealflow_jobs_oldest_due_seconds{queue="a.batch"}');
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThan(600);
  await sql`delete from batched_jobs`.execute(service.db);
});

test('the disk, the database and the stored files are measured', async () => {
  for (const place of ['data', 'objects']) {
    const free = await valueOf(`sealflow_disk_free_bytes{place="${place}"}`);
    expect(free).toBeGreaterThan(0);
    expect(await valueOf(`sealflow_disk_size_bytes{place="${place}"}`)).toBeGreaterThanOrEqual(free);
    expect(await valueOf(`sealflow_disk_reserved_bytes{place="${place}"}`)).toBeGreaterThan(0);
  }
  expect(await valueOf('sealflow_database_bytes')).toBeGreaterThan(1_000_000);
  expect(await valueOf('sealflow_files_bytes')).toBe(0);
  await sql`insert into tenants (tid, name, service_version, licence_key_id)
    values ('t', 't', 'eds-pro_16.2', 't'), ('u', 'u', 'eds-pro_16.2', 'u')`.execute(service.db);
  await sql`insert into upload_usage (tid, fid, bytes) values ('t', '', 700), ('t', 'f', 700), ('u', '', 11)`.execute(
    service.db,
  );
  expect(await valueOf('sealflow_files_bytes')).toBe(711);
});

test('the alert rules and the manual name only existing metrics', async () => {
  const text = await metrics();
  const root = join(import.meta.dirname, '../../..');
  const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/sealflow.rules.yaml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules.map(({ expr }) => expr)).join('\n');
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const named = new Set(`${rules}\n${manual}`.match(/\bsealflow_[a-z_]+/g));
  expect(named.size).toBeGreaterThan(8);
  for (const name of named) expect(text).toMatch(new RegExp(`^# TYPE ${name.replace(/_count$/, '')} `, 'm'));
});
