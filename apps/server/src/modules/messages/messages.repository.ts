import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type ChannelRow = Selectable<Database['message_channels']>;
export type MessageRow = Selectable<Database['messages']>;

export interface SessionRow {
  session_id: string;
  kind: ChannelRow['kind'];
  title: string;
  tid: string | null;
  last_sequence: number;
  updated_at: Date;
  read_sequence: number;
  last: Pick<MessageRow, 'message_id' | 'type' | 'text'> & { created_at: string };
}

/** The sessions of an account: its own, those of the tenants it is an active member of, and everyone's. */
function sessionsOf(db: DatabaseHandle, aid: string) {
  return db
    .selectFrom('message_channels as channel')
    .leftJoin('message_reads as reads', (join) =>
      join.onRef('reads.session_id', '=', 'channel.session_id').on('reads.aid', '=', aid),
    )
    .where('channel.last_sequence', '>', 0)
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

export interface SessionQuery {
  aid: string;
  keyword: string | undefined;
  skip: number;
  limit: number;
}

function matching(db: DatabaseHandle, { aid, keyword }: SessionQuery) {
  const query = sessionsOf(db, aid);
  if (!keyword) return query;
  const pattern = likePattern(keyword);
  return query.where((where) =>
    where.or([
      where('channel.title', 'ilike', pattern),
      where.exists(
        where
          .selectFrom('messages')
          .select('messages.sequence')
          .whereRef('messages.session_id', '=', 'channel.session_id')
          .where((found) =>
            found.or([found('messages.title', 'ilike', pattern), found('messages.text', 'ilike', pattern)]),
          ),
      ),
    ]),
  );
}

export function selectSessions(db: DatabaseHandle, query: SessionQuery): Promise<SessionRow[]> {
  return matching(db, query)
    .innerJoin('messages as last', (join) =>
      join
        .onRef('last.session_id', '=', 'channel.session_id')
        .onRef('last.sequence', '=', 'channel.last_sequence'),
    )
    .select([
      'channel.session_id',
      'channel.kind',
      'channel.title',
      'channel.tid',
      'channel.last_sequence',
      'channel.updated_at',
      readSequence.as('read_sequence'),
      sql<
        SessionRow['last']
      >`json_build_object('message_id', last.message_id, 'type', last.type, 'text', last.text,
        'created_at', last.created_at)`.as('last'),
    ])
    .orderBy('channel.updated_at', 'desc')
    .orderBy('channel.session_id')
    .offset(query.skip)
    .limit(query.limit)
    .execute();
}

/** How many sessions match, and how many messages in them are unread. */
export async function countSessions(
  db: DatabaseHandle,
  query: SessionQuery,
): Promise<{ total: number; unread: number }> {
  return matching(db, query)
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(channel.last_sequence - ${readSequence}), 0)::integer`.as('unread'),
    ])
    .executeTakeFirstOrThrow();
}

export function selectSession(
  db: DatabaseHandle,
  { aid, sessionID }: { aid: string; sessionID: string },
): Promise<{ session_id: string; read_sequence: number } | undefined> {
  return sessionsOf(db, aid)
    .where('channel.session_id', '=', sessionID)
    .select(['channel.session_id', readSequence.as('read_sequence')])
    .executeTakeFirst();
}

export interface MessageQuery {
  sessionID: string;
  /** Milliseconds since 1970; only older ones. */
  before: number | undefined;
  keyword: string | undefined;
  skip: number;
  limit: number;
}

function messagesOf(db: DatabaseHandle, { sessionID, before, keyword }: MessageQuery) {
  let query = db.selectFrom('messages').where('session_id', '=', sessionID);
  if (before !== undefined) query = query.where('created_at', '<', new Date(before));
  if (!keyword) return query;
  const pattern = likePattern(keyword);
  return query.where((where) =>
    where.or([where('title', 'ilike', pattern), where('text', 'ilike', pattern)]),
  );
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

/** Marks what is there up to a moment as read; never takes a mark back. */
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

/** The session of a key, made where there is none, locked: messages in it are numbered one after the other. */
export async function lockChannel(
  db: DatabaseTransaction,
  channel: Insertable<Database['message_channels']>,
): Promise<ChannelRow> {
  await db
    .insertInto('message_channels')
    .values(channel)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return db
    .selectFrom('message_channels')
    .selectAll()
    .where('key', '=', channel.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function selectPosted(
  db: DatabaseHandle,
  { sessionID, key }: { sessionID: string; key: string },
): Promise<{ message_id: string } | undefined> {
  return db
    .selectFrom('messages')
    .select('message_id')
    .where('session_id', '=', sessionID)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function insertMessage(
  db: DatabaseTransaction,
  message: Insertable<Database['messages']>,
): Promise<void> {
  await db.insertInto('messages').values(message).execute();
  await db
    .updateTable('message_channels')
    .set({ last_sequence: message.sequence, updated_at: message.created_at })
    .where('session_id', '=', message.session_id)
    .execute();
}

/** Text looked for as it is: `%` and `_` are nothing special to a person. */
function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
