import type { DatabaseHandle } from '../../infra/database/index.ts';
import { selectDailyActs } from './daily-acts.repository.ts';

export interface DailyActs {
  /** The first millisecond of the day. */
  day: number;
  signIns: number;
  /** Use licences that were granted. */
  opened: number;
}

/** Counts sign-ins of a tenant's members and openings of its documents on each of these successive days. */
export async function countDailyActs(
  db: DatabaseHandle,
  { tid, days }: { tid: string; days: readonly number[] },
): Promise<DailyActs[]> {
  const [first] = days;
  if (first === undefined) return [];
  const rows = await selectDailyActs(db, { tid, from: new Date(first) });
  const countOf = (day: number, act: (typeof rows)[number]['act']) =>
    rows.find((row) => row.act === act && row.day.getTime() === day)?.count ?? 0;
  return days.map((day) => ({
    day,
    signIns: countOf(day, 'account.signed_in'),
    opened: countOf(day, 'rewrap'),
  }));
}
