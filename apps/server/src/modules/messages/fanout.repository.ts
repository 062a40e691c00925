import type { NotificationKind } from '@sealflow/domain/notifications';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type MessageRow = Selectable<Database['messages']>;

export interface PostedRow
  extends Pick<
    MessageRow,
    'session_id' | 'type' | 'created_at' | 'withdrawn_at' | 'link' | 'flow_id' | 'idempotency_key'
  > {
  message_id: string;
  tid: string | null;
  aid: string | null;
}

const postedColumns = sql`message.session_id, message.type, message.created_at, message.withdrawn_at, message.link,
  message.flow_id, message.idempotency_key, channel.tid, channel.aid`;

export async function selectPostedMessage(db: DatabaseHandle, msgID: string): Promise<PostedRow | undefined> {
  const { rows } = await sql<PostedRow>`
    select ${msgID} as message_id, ${postedColumns}
    from message_with_id(${msgID}) as message
    join message_channels as channel on channel.session_id = message.session_id
  `.execute(db);
  return rows[0];
}

/**
 * Locks the oldest messages with a pending fan-out until the transaction ends. Messages locked by another node are
 * skipped.
 */
export async function claimWaiting(
  db: DatabaseTransaction,
  limit: number,
): Promise<(PostedRow & { after_registration: string; kind: NotificationKind | null })[]> {
  const { rows } = await sql<PostedRow & { after_registration: string; kind: NotificationKind | null }>`
    select waiting.message_id, waiting.after_registration, waiting.kind, ${postedColumns}
    from message_fanout as waiting
    cross join lateral message_with_id(waiting.message_id) as message
    join message_channels as channel on channel.session_id = message.session_id
    order by waiting.created_at limit ${limit}
    for update of waiting skip locked
  `.execute(db);
  return rows;
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
