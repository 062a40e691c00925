import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { deleteFlowRows } from '../archives/archives.usecases.ts';
import { messageIDOf } from '../messages/messages.usecases.ts';

interface Batch {
  readonly before: Date;
  readonly limit: number;
}

interface MessageRow {
  readonly message_id: string | null;
  readonly session_id: string;
  readonly sequence: number;
}

/** The tenants that keep messages or applications for a time of their own, or archive applications. */
export async function selectOwnRetention(
  handle: DatabaseHandle,
): Promise<
  Pick<
    Selectable<Database['tenants']>,
    'tid' | 'message_days' | 'application_days' | 'archive_applications'
  >[]
> {
  return handle
    .selectFrom('tenants')
    .select(['tid', 'message_days', 'application_days', 'archive_applications'])
    .where('deleted_at', 'is', null)
    .where((tenant) =>
      tenant.or([
        tenant('message_days', 'is not', null),
        tenant('application_days', 'is not', null),
        tenant('archive_applications', '=', true),
      ]),
    )
    .orderBy('tid')
    .execute();
}

/**
 * The next sessions after a session, and those of them whose oldest message is older than `before`: those of a tenant if `tid` is given,
 * otherwise all. An index on the time of messages would cost each message an entry.
 */
export async function selectSessionsWithOldMessages(
  handle: DatabaseHandle,
  { tid, after, before, limit }: Batch & { readonly tid?: string | undefined; readonly after: string },
): Promise<{ last: string | undefined; old: string[] }> {
  const { rows } = await sql<{ session_id: string; is_old: boolean }>`
    select sessions.session_id, coalesce(oldest.created_at < ${before}, false) as is_old
    from (
      select session_id from message_channels where ${tid === undefined ? sql`true` : sql`tid = ${tid}`} and session_id > ${after}
      order by session_id limit ${limit}
    ) as sessions
    left join lateral (
      select created_at from messages where messages.session_id = sessions.session_id order by sequence limit 1
    ) as oldest on true
    order by sessions.session_id
  `.execute(handle);
  const old = rows.filter((row) => row.is_old).map((row) => row.session_id);
  return { last: rows.at(-1)?.session_id, old };
}

/** Deletes messages of these sessions that are older than `before`, and removes them from unread counts. @returns their number. */
export async function deleteOldMessagesOfSessions(
  transaction: DatabaseTransaction,
  { sessions, before, limit }: Batch & { readonly sessions: readonly string[] },
): Promise<number> {
  const { rows } = await sql<MessageRow>`
    select message_id, session_id, sequence from messages
    where session_id = any(${sessions}::text[]) and created_at < ${before}
    order by session_id, sequence limit ${limit} for update skip locked
  `.execute(transaction);
  return deleteMessages(transaction, rows);
}

async function deleteMessages(
  transaction: DatabaseTransaction,
  rows: readonly MessageRow[],
): Promise<number> {
  const ids = rows.map(messageIDOf);
  if (ids.length === 0) return 0;
  const [sessionIDs, sequences] = [rows.map((row) => row.session_id), rows.map((row) => row.sequence)];
  await sql`delete from push_deliveries where message_id = any(${ids}::text[])`.execute(transaction);
  await sql`delete from message_fanout where message_id = any(${ids}::text[])`.execute(transaction);
  // An unread count is the last sequence number minus the last read one, so deleted messages are marked as read.
  await sql`
    insert into message_reads (session_id, aid, sequence)
    select c.session_id, reader.aid, max(gone.sequence)
    from unnest(${sessionIDs}::text[], ${sequences}::int[]) as gone (session_id, sequence)
    join message_channels c on c.session_id = gone.session_id
    cross join lateral (
      select c.aid where c.aid is not null
      union select aid from memberships where c.aid is null and tid = c.tid and aid is not null and state <> 'ended'
      union select aid from accounts where c.aid is null and c.tid is null and state = 'active'
    ) as reader
    group by c.session_id, reader.aid
    on conflict (session_id, aid) do update set sequence = greatest(message_reads.sequence, excluded.sequence)
  `.execute(transaction);
  await sql`
    delete from messages using unnest(${sessionIDs}::text[], ${sequences}::int[]) as gone (session_id, sequence)
    where messages.session_id = gone.session_id and messages.sequence = gone.sequence
  `.execute(transaction);
  return ids.length;
}

/**
 * Deletes applications that ended before `before`, with all dependent rows: those of a tenant if `tid` is given, otherwise those of all tenants
 * that do not archive them.
 * @returns their number, and the keys of their objects.
 */
export async function deleteOldFlows(
  transaction: DatabaseTransaction,
  { before, limit, tid }: Batch & { readonly tid?: string },
): Promise<{ count: number; objects: string[] }> {
  // The index of a tenant's applications by time excludes drafts.
  const ofTenant =
    tid === undefined
      ? sql`tid not in (select tid from tenants where archive_applications)`
      : sql`tid = ${tid} and state <> 'new'`;
  const { rows } = await sql<{ flow_id: string }>`
    select flow_id from flows
    where updated_at < ${before} and state in ('finished', 'rejected', 'canceled', 'terminated', 'not_processed')
      and ${ofTenant}
    order by updated_at limit ${limit} for update skip locked
  `.execute(transaction);
  const ids = rows.map((row) => row.flow_id);
  if (ids.length === 0) return { count: 0, objects: [] };
  return { count: ids.length, objects: await deleteFlowRows(transaction, ids) };
}
