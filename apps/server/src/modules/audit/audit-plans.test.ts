import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { connect, type DatabaseConnection } from '../../infra/database/index.ts';
import { countLinkedRecords, selectDailyActs, selectLinkedRecords } from './audit-list.repository.ts';

let database: DatabaseConnection;
/** One connection, whose statistics the test publishes. */
let single: DatabaseConnection;

const records = 20_000;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.handle.transaction().execute(async (transaction) => {
    for (const statement of [
      sql`set local session_replication_role = replica`,
      sql`insert into audit_records (tid, at, act, decision, fid, subject)
        select 't', now() - n * interval '1 minute' + interval '30 seconds', (array['account.signed_in', 'rewrap', 'task.approved'])[1 + n % 3], 'granted',
          'person-' || n % 500, 'object-' || n
        from generate_series(1, ${records}::integer) as n`,
      sql`insert into audit_links (chain, sequence, record, hash) select 't', id, id, '' from audit_records`,
    ])
      await statement.execute(transaction);
  });
  await sql`vacuum analyze audit_records, audit_links`.execute(database.handle);
  single = connect({ url: database.url, maximumConnections: 1 });
});

afterAll(async () => {
  await single.close();
  await database.close();
});

async function scansOf(index: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(single.handle);
  const { rows } = await sql<{ scans: number }>`
    select idx_scan as scans from pg_stat_user_indexes where indexrelname = ${index}
  `.execute(single.handle);
  return rows[0]?.scans ?? Number.NaN;
}

test.each([
  ['audit_records_of_member', { fids: ['person-7', 'person-8'] }, 80],
  ['audit_records_of_subject', { subjects: ['object-11'] }, 1],
] as const)('%s finds the records of a search', async (index, filter, found) => {
  const before = await scansOf(index);
  expect(await countLinkedRecords(single.handle, 't', filter)).toBe(found);
  const page = { ...filter, skip: 0, limit: 5, order: 'desc' } as const;
  expect(await selectLinkedRecords(single.handle, 't', page)).toHaveLength(Math.min(5, found));
  expect(await scansOf(index)).toBeGreaterThanOrEqual(before + 2);
});

test('the indexes of sign-ins and rewraps count the days', async () => {
  const before = [await scansOf('audit_records_sign_ins'), await scansOf('audit_records_rewraps')];
  const from = new Date(Date.now() - 3_600_000);
  const days = await selectDailyActs(single.handle, { tid: 't', from });
  expect(days.map(({ act, count }) => [act, count])).toEqual([
    ['account.signed_in', 20],
    ['rewrap', 20],
  ]);
  expect([await scansOf('audit_records_sign_ins'), await scansOf('audit_records_rewraps')]).toEqual(
    before.map((scans) => scans + 1),
  );
});
