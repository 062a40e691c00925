import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import type { Database, DatabaseConnection } from '../../infra/database/index.ts';
import { getOwnInsight, getTypeInsight, listPeopleInsight } from './insight.usecases.ts';

const taskCounts = { t: 20_000, o: 80_000 };
let connection: DatabaseConnection;
let recording: Kysely<Database>;
let statements: { sql: string; parameters: readonly unknown[] }[] = [];

beforeAll(async () => {
  connection = await openTestDatabase();
  const { pool } = connection;
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

/** Each application has two stages. One of 50 is in progress, and the applications are of two years. */
const filling = Object.entries(taskCounts).flatMap(([tid, tasks]) => {
  const rows = (count: number) =>
    `(select '${tid}' as tid, '${tid}-' || n as id, n from generate_series(1, ${count}) n) as one`;
  const begun = `now() - n * interval '${Math.floor((730 * 24 * 60) / (tasks / 2))} minutes'`;
  const ended = `${begun} + interval '6 hours'`;
  return [
    `insert into tenants (tid, name, service_version, licence_key_id, insight_on_people) values ('${tid}', '${tid}', 'x', '${tid}', true)`,
    `insert into accounts (aid, username, password_hash) select id, id, '' from ${rows(200)}`,
    `insert into memberships (tid, fid, aid, name, state) select tid, id, id, md5(id), 'active' from ${rows(200)}`,
    `insert into flow_types (tid, type_id, type, name, process) values ('${tid}', 1, 'file_out', 'x', '{}')`,
    // The present stages are older than all applications.
    `insert into flow_type_versions (tid, type, version, name, process, published_at)
     select '${tid}', 'file_out', version, 'x', jsonb_build_object('stages', jsonb_build_array(version)),
       now() - interval '3 years' from generate_series(1, 2) as version`,
    `insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at,
       updated_at)
     select id, tid, 1, 'file_out', '', '', case when n % 50 = 0 then 'approving' else 'finished' end, 1,
       '{"stages": [{"rule": "any_of", "approvers": []}, {"rule": "any_of", "approvers": []}]}', tid || '-1', ${begun}, ${ended}
     from ${rows(tasks / 2)}`,
    `insert into flow_tasks (task_id, flow_id, position, tid, step, stage, assignee_fid, state, outcome, created_at,
       process_time, added)
     select id || '-' || stage, id, stage, tid, 'approve', stage, tid || '-' || (n % 200 + 1),
       case when n % 50 = 0 and stage = 1 then 'awaiting' else 'processed' end,
       case when n % 50 > 0 or stage = 0 then 'approved' end, ${begun},
       case when n % 50 > 0 or stage = 0 then ${ended} end, false
     from ${rows(tasks / 2)}, generate_series(0, 1) as stage`,
    `insert into absences (absence_id, tid, fid, deputy_fid, from_at, until_at, created_at, changed_at)
     select id, tid, id, tid || '-1', now() - interval '9 days', now() - interval '2 days', now(), now()
     from ${rows(200)} where n % 9 = 0`,
  ];
});

/** The plans of the statements that `read` runs: scans of whole tables with tasks and applications, and the indexes. */
async function plansOf(read: () => Promise<unknown>): Promise<{ scans: string[]; lines: string }> {
  statements = [];
  await read();
  const queries = statements.filter(({ sql }) => /^\s*(?:with|select)/.test(sql));
  expect(queries.length).toBeGreaterThan(0);
  const plans = await Promise.all(
    queries.map(({ sql, parameters }) =>
      connection.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]),
    ),
  );
  const lines = plans.flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN']));
  return {
    scans: lines.filter((line) => /Seq Scan on (?:flows|flow_tasks)\b/.test(line)),
    lines: lines.join('\n'),
  };
}

const page = { sort: '-median', skip: 0, limit: 100 } as const;
const actor = { kind: 'operator', tid: 't', operatorID: 'x' } as const;

test.each(['30', '90', '365'] as const)('the tasks of %s days are found by indexes', async (days) => {
  const services = { db: recording, clock: Date.now };
  const period = { days, offsetMinutes: 0 };
  const { types } = await getTypeInsight(services, { ...period, tid: 't' });
  expect(types).toMatchObject([{ open: 200, stages: [{ waiting: 0 }, { waiting: 200 }], bottleneck: 0 }]);
  const ofTypes = await plansOf(() => getTypeInsight(services, { ...period, tid: 't' }));
  expect(ofTypes.scans).toEqual([]);
  expect(await listPeopleInsight(services, actor, { ...period, ...page })).toMatchObject({ total: 200 });
  const ofPeople = await plansOf(() => listPeopleInsight(services, actor, { ...period, ...page }));
  expect(ofPeople.scans).toEqual([]);
  const own = () => getOwnInsight(services, { tid: 't', fid: 't-50' }, period);
  expect(await own()).toMatchObject({ open: 0 });
  const ofPerson = await plansOf(own);
  expect(ofPerson.scans).toEqual([]);
  expect(ofPerson.lines).toContain('flow_tasks_decider');
});

test('the tasks of a short period are found by the index of closed tasks', async () => {
  const services = { db: recording, clock: Date.now };
  const period = { days: '30', offsetMinutes: 0 } as const;
  const ofTypes = await plansOf(() => getTypeInsight(services, { ...period, tid: 't' }));
  expect(ofTypes.lines).toContain('flow_tasks_ended');
  const ofPeople = await plansOf(() => listPeopleInsight(services, actor, { ...period, ...page }));
  expect(ofPeople.lines).toContain('flow_tasks_ended');
});
