import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import type { Database, DatabaseConnection } from '../../infra/database/index.ts';
import { countFailures, listFailures } from '../deliveries/delivery-failures.usecases.ts';
import { listDocuments } from '../documents/administer-documents.usecases.ts';
import { listAdministeredMembers } from '../tenants/administered-members.usecases.ts';
import { listManagedDevices } from '../tenants/managed-accounts.usecases.ts';
import { getFlowsOverview } from '../workflow/flows-overview.usecases.ts';

const memberCount = 4000;
const otherCount = 16_000;
let connection: DatabaseConnection;
let recording: Kysely<Database>;
let statements: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  connection = await openTestDatabase();
  const { pool } = connection;
  // A second handle over the same pool, which is not closed on its own.
  recording = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void statements.push({ sql, parameters }),
  });
  const client = await pool.connect();
  // Without triggers: they take most of the time of such an insert.
  await client.query('set session_replication_role = replica');
  for (const statement of filling) await client.query(statement);
  await client.query('set session_replication_role = origin');
  client.release();
  await pool.query('vacuum analyze');
});
afterAll(() => connection.close());

const numbers = (tid: string, count: number) =>
  `(select '${tid}' as tid, '${tid}-' || n as id, n from generate_series(1, ${count}) n) as one`;
const filling = [
  `insert into tenants (tid, name, service_version, licence_key_id) values ('t', 'T', 'x', 'k'), ('o', 'O', 'x', 'l')`,
  ...[numbers('t', memberCount), numbers('o', otherCount)].flatMap((rows) => [
    `insert into accounts (aid, username, password_hash, managed_by) select id, id, '', tid from ${rows}`,
    `insert into memberships (tid, fid, aid, name, state, org_id, created_at)
     select tid, id, id, md5(id), case when n % 4 = 0 then 'suspended' else 'active' end, 'o' || n % 2,
       now() - n * interval '1 minute' from ${rows}`,
    `insert into membership_roles (tid, fid, role_id) select tid, id, 'users' from ${rows}`,
    `insert into member_sign_ins (tid, fid, last_at) select tid, id, now() - n * interval '1 minute' from ${rows}`,
    `insert into devices (aid, device_id, name, platform, agreement_key, signing_key, thumbprint, last_seen_at,
       created_at, managed_by)
     select id, id, 'Phone', 'web', '{}', '{}', id, now() - n * interval '1 minute', now() - n * interval '1 hour', tid
     from ${rows}`,
    `insert into documents (tid, document_id, owner_fid, classification_id, size, mime_type, manifest_sha256, sealed_by,
       created_at)
     select tid, gen_random_uuid(), tid || '-' || n % 9, 'c' || n % 3, n, 'a/b', '', id, now() - n * interval '1 minute'
     from ${rows}`,
    `insert into delivery_failures (tid, channel, purpose, code, failed_at)
     select tid, case when n % 9 = 0 then 'sms' else 'push' end, 'message', 'push.refused', now() - n * interval '1 minute'
     from ${rows}`,
    // Of ten applications one is being approved; of these tasks one of ten is overdue. One of fifty waits for a mail that failed.
    `insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at,
       updated_at)
     select id, tid, 1, 'file_out', '', '', case when n % 10 = 0 then 'approving' when n % 50 = 1 then 'processed' else 'finished' end, 0, '{}', id,
       now() - n * interval '1 hour', now() from ${rows}`,
    `insert into flow_tasks (task_id, flow_id, position, tid, step, stage, assignee_fid, state, outcome, created_at,
       process_time, due_at, added)
     select id, id, 0, tid, 'approve', 0, id, case when n % 10 = 0 then 'awaiting' else 'processed' end,
       case when n % 10 > 0 then 'approved' end, now() - n * interval '1 hour', case when n % 10 > 0 then now() end,
       case when n % 2 = 0 then now() + (n % 100 - 1) * interval '1 day' end, false from ${rows}`,
    `insert into flow_mails (flow_id, tid, message_id, state, reason, pending, begun_at)
     select id, tid, id, case when n % 50 = 1 then 'failed' else 'sent' end, case when n % 50 = 1 then 'refused' end, '{}',
       now() from ${rows}`,
    `insert into invitations (tid, fid, invitation_id, with_account, sent_at, expire_at)
     select tid, id, id, false, now(), now() + (n - 100) * interval '1 day' from ${rows} where n <= 200`,
  ]),
];

/** The scans of whole tables in the plans of the statements that `read` runs. */
async function tableScans(read: () => Promise<unknown>): Promise<string[]> {
  statements = [];
  await read();
  expect(statements.length).toBeGreaterThan(0);
  const plans = await Promise.all(
    statements.map(({ sql, parameters }) =>
      connection.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]),
    ),
  );
  return plans
    .flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN']))
    .filter((line) => /Seq Scan on (members|membership|accounts|devices|documents|delivery|flow)/.test(line));
}

const shares = { middle: 0.5, last: 1 };
const skipTo = (share: number, total: number) => Math.max(0, Math.floor(total * share) - 10);

describe.each(['name', '-createAt', 'lastSignInAt'] as const)('people in the order %s', (sort) => {
  test.each([
    ['no filter', {}],
    ['a role of everyone', { roleID: 'users' }],
    ['a department', { orgID: 'o1' }],
    ['a state', { state: 'active' }],
    ['an open invitation', { invitation: { state: 'open', at: new Date() } }],
    ['a part of the name', { keyword: 'ab' }],
    ['role, department and state', { roleID: 'users', orgID: 'o1', state: 'active' }],
  ] as const)('are read by indexes with %s', async (_, filter) => {
    const query = { ...filter, tid: 't', sort, limit: 10 };
    const { total } = await listAdministeredMembers(recording, { ...query, skip: 0 });
    for (const [page, share] of Object.entries(shares)) {
      const skip = skipTo(share, total);
      const scans = await tableScans(() => listAdministeredMembers(recording, { ...query, skip }));
      expect([page, scans]).toEqual([page, []]);
    }
  });
});

test.each([
  ['all', {}],
  ['of one platform', { platform: 'web' }],
  ['long not used', { seenTo: new Date() }],
  ['of a member', { keyword: 'abc' }],
] as const)('devices are read by indexes: %s', async (_, filter) => {
  for (const sort of ['-lastSeenAt', 'createAt'] as const) {
    for (const share of Object.values(shares)) {
      const query = { ...filter, tid: 't', state: 'active', sort, limit: 10 } as const;
      const skip = skipTo(share, memberCount);
      expect(await tableScans(() => listManagedDevices(recording, { ...query, skip }))).toEqual([]);
    }
  }
});

test.each([
  ['all', {}],
  ['of an owner', { owner: 't-3' }],
  ['of a classification', { classification: 'c1' }],
  ['that are valid', { withdrawn: false }],
] as const)('documents are read by indexes: %s', async (_, filter) => {
  for (const sort of ['-createAt', 'createAt', '-size', 'size'] as const) {
    for (const share of Object.values(shares)) {
      const page = { sort, limit: 10, skip: skipTo(share, memberCount / 9) };
      expect(await tableScans(() => listDocuments(recording, { tid: 't', ...filter, ...page }))).toEqual([]);
    }
  }
});

test('failed deliveries of a tenant are read and counted by indexes', async () => {
  const query = { tid: 't', days: 30, now: Date.now() };
  for (const channel of [undefined, 'sms'] as const) {
    const skip = skipTo(0.5, memberCount / 9);
    expect(await tableScans(() => listFailures(recording, { ...query, channel, skip, limit: 10 }))).toEqual(
      [],
    );
  }
  expect(await tableScans(() => countFailures(recording, query))).toEqual([]);
});

test('overdue tasks, failed mails and the other numbers of applications are counted by indexes', async () => {
  const overview = () => getFlowsOverview({ db: recording, clock: Date.now }, { tid: 't', offsetMinutes: 0 });
  const { inProgress, overdueTasks, overdueApplications, failedMails } = await overview();
  expect([inProgress, overdueTasks, overdueApplications, failedMails]).toEqual([480, 40, 40, 80]);
  expect(await tableScans(overview)).toEqual([]);
});
