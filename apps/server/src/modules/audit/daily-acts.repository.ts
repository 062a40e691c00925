import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The granted acts of a tenant by day; only acts of the index `audit_records_daily`. */
export async function selectDailyActs(
  db: DatabaseHandle,
  { tid, from }: { tid: string; from: Date },
): Promise<{ act: 'account.signed_in' | 'rewrap'; day: Date; count: number }[]> {
  const { rows } = await sql<{ act: 'account.signed_in' | 'rewrap'; day: Date; count: number }>`
    select act, date_bin('1 day', at, ${from}::timestamptz) as day, count(*) as count from audit_records
    where tid = ${tid} and act in ('account.signed_in', 'rewrap') and decision = 'granted' and at >= ${from}
    group by act, day
  `.execute(db);
  return rows;
}
