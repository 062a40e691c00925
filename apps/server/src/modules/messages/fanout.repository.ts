import type { NotificationKind } from '@sealflow/domain/notifications';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface PostedRow {
  message_id: string;
  session_id: string;
  type: Selectable<Database['messages']>['type'];
  created_at: Date;
  withdrawn_at: Date | null;
  tid: string | null;
  aid: string | null;
  link: Selectable<Database['messages']>['link'];
}

function postedMessages(db: DatabaseHandle) {
  return db
    .selectFrom('messages as message')
    .innerJoin('message_channels as channel', 'channel.session_id', 'message.session_id')
    .select([
      'message.message_id',
      'message.session_id',
      'message.type',
      'message.created_at',
      'message.withdrawn_at',
      'message.link',
      'channel.tid',
      'channel.aid',
    ]);
}

export function selectPostedMessage(db: DatabaseHandle, msgID: string): Promise<PostedRow | undefined> {
  return postedMessages(db).where('message.message_id', '=', msgID).executeTakeFirst();
}

/**
 * Locks the oldest messages with a pending fan-out until the transaction ends. Messages locked by another node are
 * skipped.
 */
export function claimWaiting(
  db: DatabaseTransaction,
  limit: number,
): Promise<(PostedRow & { after_registration: string; kind: NotificationKind | null })[]> {
  return postedMessages(db)
    .innerJoin('message_fanout as waiting', 'waiting.message_id', 'message.message_id')
    .select(['waiting.after_registration', 'waiting.kind'])
    .orderBy('waiting.created_at')
    .limit(limit)
    .forUpdate('waiting')
    .skipLocked()
    .execute();
}

/** Stores the last registration that a message was fanned out to. */
export async function updateFanoutCursor(
  db: DatabaseTransaction,
  msgID: string,
  cursor: string,
): Promise<void> {
  await db
    .updateTable('message_fanout')
    .set({ after_registration: cursor })
    .where('message_id', '=', msgID)
    .execute();
}

export async function deletePendingFanouts(
  db: DatabaseTransaction,
  msgIDs: readonly string[],
): Promise<void> {
  if (msgIDs.length === 0) return;
  await db
    .deleteFrom('message_fanout')
    .where('message_id', '=', sql<string>`any(${msgIDs}::text[])`)
    .execute();
}

export async function isAnyWaiting(db: DatabaseHandle): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from message_fanout) as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}
