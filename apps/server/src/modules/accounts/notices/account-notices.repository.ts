import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle } from '../../../infra/database/index.ts';

type NoticeRow = Selectable<Database['account_notices']>;

export async function insertNotice(db: DatabaseHandle, notice: NoticeRow): Promise<void> {
  await db.insertInto('account_notices').values(notice).execute();
}

export function selectNotice(db: DatabaseHandle, noticeID: string): Promise<NoticeRow | undefined> {
  return db.selectFrom('account_notices').selectAll().where('notice_id', '=', noticeID).executeTakeFirst();
}

export async function deleteNotice(db: DatabaseHandle, noticeID: string): Promise<void> {
  await db.deleteFrom('account_notices').where('notice_id', '=', noticeID).execute();
}

export async function deleteOldNotices(db: DatabaseHandle, before: Date): Promise<void> {
  await db.deleteFrom('account_notices').where('created_at', '<', before).execute();
}
