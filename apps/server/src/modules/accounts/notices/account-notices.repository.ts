import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle } from '../../../infra/database/index.ts';

type NoticeRow = Selectable<Database['account_notices']>;

export async function insertNotice(db: DatabaseHandle, notice: NoticeRow): Promise<void> {
  await db.insertInto('account_notices').values(notice).execute();
}

export function selectNotice(db: DatabaseHandle, noticeID: string): Promise<NoticeRow | undefined> {
  return db.selectFrom('account_notices').selectAll().where('notice_id', '=', noticeID).executeTakeFirst();
}

/** @returns whether it still existed: of two runs of one job only one deletes it. */
export async function deleteNotice(db: DatabaseHandle, noticeID: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_notices')
    .where('notice_id', '=', noticeID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the notices before a time. @returns their channels, with the tenants that manage the accounts. */
export function deleteOldNotices(
  db: DatabaseHandle,
  before: Date,
): Promise<(Pick<NoticeRow, 'channel'> & { managed_by: string | null })[]> {
  return db
    .deleteFrom('account_notices')
    .using('accounts')
    .whereRef('accounts.aid', '=', 'account_notices.aid')
    .where('account_notices.created_at', '<', before)
    .returning(['account_notices.channel', 'accounts.managed_by'])
    .execute();
}
