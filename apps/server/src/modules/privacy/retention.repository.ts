import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/database/index.ts';

interface Batch {
  readonly before: Date;
  readonly limit: number;
}

/**
 * Deletes messages that are older than `before`, oldest first, and removes them from unread counts.
 * @returns their number.
 */
export async function deleteOldMessages(
  transaction: DatabaseTransaction,
  { before, limit }: Batch,
): Promise<number> {
  const { rows } = await sql<{ message_id: string; session_id: string; sequence: number }>`
    select message_id, session_id, sequence from messages where created_at < ${before}
    order by created_at limit ${limit} for update skip locked
  `.execute(transaction);
  const ids = rows.map(({ message_id: id }) => id);
  if (ids.length === 0) return 0;
  await sql`delete from push_deliveries where message_id = any(${ids}::text[])`.execute(transaction);
  await sql`delete from message_fanout where message_id = any(${ids}::text[])`.execute(transaction);
  // An unread count is the last sequence number minus the last read one, so deleted messages are marked as read.
  await sql`
    insert into message_reads (session_id, aid, sequence)
    select c.session_id, reader.aid, max(gone.sequence)
    from unnest(${rows.map((row) => row.session_id)}::text[], ${rows.map((row) => row.sequence)}::int[])
      as gone (session_id, sequence)
    join message_channels c on c.session_id = gone.session_id
    cross join lateral (
      select c.aid where c.aid is not null
      union select aid from memberships where c.aid is null and tid = c.tid and aid is not null and state <> 'ended'
      union select aid from accounts where c.aid is null and c.tid is null and state = 'active'
    ) as reader
    group by c.session_id, reader.aid
    on conflict (session_id, aid) do update set sequence = greatest(message_reads.sequence, excluded.sequence)
  `.execute(transaction);
  await sql`delete from messages where message_id = any(${ids}::text[])`.execute(transaction);
  return ids.length;
}

/**
 * Deletes applications that ended before `before`, with all dependent rows.
 * @returns their number, and the keys of their objects.
 */
export async function deleteOldFlows(
  transaction: DatabaseTransaction,
  { before, limit }: Batch,
): Promise<{ count: number; objects: string[] }> {
  const { rows } = await sql<{ flow_id: string }>`
    select flow_id from flows
    where updated_at < ${before} and state in ('finished', 'rejected', 'canceled', 'terminated', 'not_processed')
    order by updated_at limit ${limit} for update skip locked
  `.execute(transaction);
  const ids = rows.map((row) => row.flow_id);
  if (ids.length === 0) return { count: 0, objects: [] };
  const { rows: objects } = await sql<{ key: string }>`
    insert into loose_objects (key)
    select object_key from flow_results where flow_id = any(${ids}::text[])
    union select object_key from prepared_downloads where flow_id = any(${ids}::text[]) and object_key is not null
    on conflict do nothing returning key
  `.execute(transaction);
  // Their files have no reference afterwards, so the housekeeping job of files deletes them.
  await sql`delete from file_access where holder = any(${ids}::text[])`.execute(transaction);
  const tables = [
    'prepared_downloads',
    'flow_results',
    'flow_mails',
    'flow_files',
    'flow_versions',
    'flow_decisions',
    'flow_acts',
    'flow_comment_files',
    'flow_comments',
    'flow_follows',
    'flow_tasks',
    'flows',
  ];
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where flow_id = any(${ids}::text[])`.execute(transaction);
  }
  return { count: ids.length, objects: objects.map(({ key }) => key) };
}
