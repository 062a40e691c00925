import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';

type ChannelRow = Selectable<Database['message_channels']>;
export type MessageRow = Selectable<Database['messages']>;

export interface SessionRow {
  session_id: string;
  kind: ChannelRow['kind'];
  title: string;
  titles: ChannelRow['titles'];
  tid: string | null;
  unread: number;
  updated_at: Date;
  last: Pick<MessageRow, 'session_id' | 'sequence' | 'message_id' | 'type' | 'text' | 'texts' | 'english'> & {
    created_at: string;
  };
}

/**
 * The sessions that an account can see: its own, those of the tenants it is an active member of, and the global ones.
 */
function visibleSessions(db: DatabaseHandle, aid: string) {
  return db
    .selectFrom('message_channels as channel')
    .leftJoin('message_reads as reads', (join) =>
      join.onRef('reads.session_id', '=', 'channel.session_id').on('reads.aid', '=', aid),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('messages as shown')
          .select('shown.sequence')
          .whereRef('shown.session_id', '=', 'channel.session_id')
          .where('shown.withdrawn_at', 'is', null),
      ),
    )
    .where((where) =>
      where.or([
        where('channel.aid', '=', aid),
        where.and([
          where('channel.aid', 'is', null),
          where.or([
            where('channel.tid', 'is', null),
            where(
              'channel.tid',
              'in',
              where
                .selectFrom('memberships')
                .select('tid')
                .where('aid', '=', aid)
                .where('state', '=', 'active'),
            ),
          ]),
        ]),
      ]),
    );
}

const readSequence = sql<number>`coalesce(reads.sequence, 0)`;

/** The difference of sequence numbers, minus the messages withdrawn since. Those are few and have their own index. */
const unread = sql<number>`channel.last_sequence - ${readSequence} - (
  select count(*) from messages as gone
  where gone.session_id = channel.session_id and gone.withdrawn_at is not null and gone.sequence > ${readSequence}
)`;

export interface SessionQuery {
  aid: string;
  keyword?: string | undefined;
  kind?: ChannelRow['kind'] | undefined;
  /** Milliseconds since 1970; only sessions whose last change is older. */
  before?: number | undefined;
  skip: number;
  limit: number;
}

function matchingSessions(db: DatabaseHandle, { aid, keyword, kind, before }: SessionQuery) {
  let query = visibleSessions(db, aid);
  if (kind !== undefined) query = query.where('channel.kind', '=', kind);
  if (before !== undefined) query = query.where('channel.updated_at', '<', new Date(before));
  if (!keyword) return query;
  const pattern = likePattern(keyword);
  return query.where((where) =>
    where.or([
      where('channel.title', 'ilike', pattern),
      where(sql`channel.titles ->> 'en'`, 'ilike', pattern),
      where.exists(
        where
          .selectFrom('messages')
          .select('messages.sequence')
          .whereRef('messages.session_id', '=', 'channel.session_id')
          .where('messages.withdrawn_at', 'is', null)
          .where(containsText(pattern)),
      ),
    ]),
  );
}

/** Searches both languages: a reader of one may search for a word of the other. */
const containsText = (pattern: string) =>
  sql<boolean>`(messages.title ilike ${pattern} or messages.text ilike ${pattern}
    or messages.english ilike ${pattern} or messages.texts -> 'en' ->> 'title' ilike ${pattern}
    or messages.texts -> 'en' ->> 'text' ilike ${pattern})`;

export function selectSessions(db: DatabaseHandle, query: SessionQuery): Promise<SessionRow[]> {
  return matchingSessions(db, query)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('messages')
          .select(['session_id', 'sequence', 'message_id', 'type', 'text', 'texts', 'english', 'created_at'])
          .whereRef('messages.session_id', '=', 'channel.session_id')
          .where('withdrawn_at', 'is', null)
          .orderBy('sequence', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'channel.session_id',
      'channel.kind',
      'channel.title',
      'channel.titles',
      'channel.tid',
      'channel.updated_at',
      sql<number>`(${unread})::integer`.as('unread'),
      sql<SessionRow['last']>`to_json(last)`.as('last'),
    ])
    .orderBy('channel.updated_at', 'desc')
    .orderBy('channel.session_id')
    .offset(query.skip)
    .limit(query.limit)
    .execute();
}

/** The number of matching sessions and of unread messages in them. */
export async function countSessions(
  db: DatabaseHandle,
  query: SessionQuery,
): Promise<{ total: number; unread: number }> {
  return matchingSessions(db, query)
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(${unread}), 0)::integer`.as('unread'),
    ])
    .executeTakeFirstOrThrow();
}

export function selectSession(
  db: DatabaseHandle,
  { aid, sessionID }: { aid: string; sessionID: string },
): Promise<{ session_id: string; tid: string | null; read_sequence: number } | undefined> {
  return visibleSessions(db, aid)
    .where('channel.session_id', '=', sessionID)
    .select(['channel.session_id', 'channel.tid', readSequence.as('read_sequence')])
    .executeTakeFirst();
}

export interface MessageQuery {
  sessionID: string;
  /** Milliseconds since 1970; only older messages. */
  before: number | undefined;
  keyword: string | undefined;
  skip: number;
  limit: number;
}

function messagesOf(db: DatabaseHandle, { sessionID, before, keyword }: MessageQuery) {
  let query = db.selectFrom('messages').where('session_id', '=', sessionID).where('withdrawn_at', 'is', null);
  if (before !== undefined) query = query.where('created_at', '<', new Date(before));
  return keyword ? query.where(containsText(likePattern(keyword))) : query;
}

export function selectMessages(db: DatabaseHandle, query: MessageQuery): Promise<MessageRow[]> {
  return messagesOf(db, query)
    .selectAll()
    .orderBy('sequence', 'desc')
    .offset(query.skip)
    .limit(query.limit)
    .execute();
}

export async function countMessages(db: DatabaseHandle, query: MessageQuery): Promise<number> {
  const { total } = await messagesOf(db, query)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Marks the messages up to a time as read. The read position never moves back. */
export async function markRead(
  db: DatabaseHandle,
  { aid, sessionID, upTo }: { aid: string; sessionID: string; upTo: Date },
): Promise<void> {
  await sql`
    insert into message_reads (session_id, aid, sequence)
    select ${sessionID}, ${aid}, max(sequence) from messages
    where session_id = ${sessionID} and created_at <= ${upTo} having max(sequence) is not null
    on conflict (session_id, aid) do update
      set sequence = greatest(message_reads.sequence, excluded.sequence)
  `.execute(db);
}
