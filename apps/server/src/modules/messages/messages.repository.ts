import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.adapter.ts';

export type ChannelRow = Pick<
  Selectable<Database['message_channels']>,
  'session_id' | 'key' | 'last_sequence' | 'updated_at' | 'title' | 'titles'
>;
export type MessageRow = Selectable<Database['messages']>;

export interface SessionRow {
  session_id: string;
  kind: NewChannel['kind'];
  title: string;
  titles: ChannelRow['titles'];
  tid: string | null;
  unread: number;
  updated_at: Date;
  last: Pick<MessageRow, 'message_id' | 'type' | 'text' | 'texts'> & { created_at: string };
}

/** The sessions of an account: its own, those of the tenants it is an active member of, and everyone's. */
function sessionsOf(db: DatabaseHandle, aid: string) {
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

/** A subtraction, and what was withdrawn meanwhile: there is little of that, and it has an index of its own. */
const unread = sql<number>`channel.last_sequence - ${readSequence} - (
  select count(*) from messages as gone
  where gone.session_id = channel.session_id and gone.withdrawn_at is not null and gone.sequence > ${readSequence}
)`;

export interface SessionQuery {
  aid: string;
  keyword?: string | undefined;
  kind?: NewChannel['kind'] | undefined;
  /** Milliseconds since 1970; only those that moved before. */
  before?: number | undefined;
  skip: number;
  limit: number;
}

function matching(db: DatabaseHandle, { aid, keyword, kind, before }: SessionQuery) {
  let query = sessionsOf(db, aid);
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
          .where(saying(pattern)),
      ),
    ]),
  );
}

/** In either language: who reads one may look for a word of the other. */
const saying = (pattern: string) =>
  sql<boolean>`(messages.title ilike ${pattern} or messages.text ilike ${pattern}
    or messages.texts -> 'en' ->> 'title' ilike ${pattern} or messages.texts -> 'en' ->> 'text' ilike ${pattern})`;

export function selectSessions(db: DatabaseHandle, query: SessionQuery): Promise<SessionRow[]> {
  return matching(db, query)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('messages')
          .select(['message_id', 'type', 'text', 'texts', 'created_at'])
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

/** How many sessions match, and how many messages in them are unread. */
export async function countSessions(
  db: DatabaseHandle,
  query: SessionQuery,
): Promise<{ total: number; unread: number }> {
  return matching(db, query)
    .select((select) => [
      select.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(${unread}), 0)::integer`.as('unread'),
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
  let query = db.selectFrom('messages').where('session_id', '=', sessionID).where('withdrawn_at', 'is', null);
  if (before !== undefined) query = query.where('created_at', '<', new Date(before));
  return keyword ? query.where(saying(likePattern(keyword))) : query;
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

export interface NewChannel {
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  title: string;
  titles: string | null;
  tid: string | null;
  aid: string | null;
  session_id: string;
  updated_at: Date;
}

export interface NewMessage {
  session_id: string;
  sequence: number;
  message_id: string;
  type: MessageRow['type'];
  title: string;
  text: string;
  texts: string | null;
  link: string | null;
  post_id: string | null;
  idempotency_key: string;
  created_at: Date;
}

/**
 * The sessions of these keys, made where there are none, locked: messages in them are numbered one after the other. All
 * who lock several do so in the order of the keys.
 */
export async function lockChannels(
  db: DatabaseTransaction,
  channels: readonly NewChannel[],
): Promise<ChannelRow[]> {
  const keys = channels.map(({ key }) => key);
  const found = await lockFound(db, keys);
  if (found.length === keys.length) return found;
  const known = new Set(found.map(({ key }) => key));
  const missing = channels.filter(({ key }) => !known.has(key)).toSorted(byKey);
  await db
    .insertInto('message_channels')
    .values(missing)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return lockFound(db, keys);
}

function byKey({ key: one }: NewChannel, { key: other }: NewChannel): number {
  return one < other ? -1 : Number(one > other);
}

async function lockFound(db: DatabaseTransaction, keys: readonly string[]): Promise<ChannelRow[]> {
  return db
    .selectFrom('message_channels')
    .select(['session_id', 'key', 'last_sequence', 'updated_at', 'title', 'titles'])
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy('key')
    .forUpdate()
    .execute();
}

/** The messages that were posted under these keys before, by session and key with a space between. */
export async function selectPosted(
  db: DatabaseHandle,
  asked: readonly { sessionID: string; key: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ place: string; message_id: string }>`
    select messages.session_id || ' ' || messages.idempotency_key as place, messages.message_id
    from unnest(
      ${asked.map(({ sessionID }) => sessionID)}::text[], ${asked.map(({ key }) => key)}::text[]
    ) as asked (session_id, key)
    join messages on messages.session_id = asked.session_id and messages.idempotency_key = asked.key
  `.execute(db);
  return new Map(rows.map(({ place, message_id }) => [place, message_id]));
}

/** Writes messages as the last of their sessions, which they move on, and that their pushes are to go out. */
export async function insertMessages(
  db: DatabaseTransaction,
  messages: readonly NewMessage[],
  channels: readonly ChannelRow[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    with posted as (
      insert into messages (session_id, sequence, message_id, type, title, text, texts, link, post_id, idempotency_key,
        created_at)
      select session_id, sequence, message_id, type, title, text, texts::jsonb, link::jsonb, post_id, idempotency_key,
        created_at
      from json_to_recordset(${JSON.stringify(messages)}::json) as fresh (session_id text, sequence integer,
        message_id text, type text, title text, text text, texts text, link text, post_id text, idempotency_key text,
        created_at timestamptz)
    )
    insert into message_fanout (message_id) select unnest(${messages.map((one) => one.message_id)}::text[])
  `.execute(db);
  for (let from = 0; from < channels.length; from += toldOneByOne)
    await moveChannels(db, channels.slice(from, from + toldOneByOne));
}

/** Of more rows in one statement the change feed tells as of all of their tenant. */
const toldOneByOne = 20;

async function moveChannels(db: DatabaseTransaction, channels: readonly ChannelRow[]): Promise<void> {
  await sql`
    update message_channels as channel
    set last_sequence = moved.last_sequence, updated_at = moved.updated_at, title = moved.title,
      titles = moved.titles::jsonb
    from unnest(
      ${channels.map(({ session_id }) => session_id)}::text[],
      ${channels.map(({ last_sequence }) => last_sequence)}::integer[],
      ${channels.map(({ updated_at }) => updated_at)}::timestamptz[],
      ${channels.map(({ title }) => title)}::text[],
      ${channels.map(({ titles }) => titlesText(titles))}::text[]
    ) as moved (session_id, last_sequence, updated_at, title, titles)
    where channel.session_id = moved.session_id
  `.execute(db);
}

/** As it was read, or as it is to be stored. */
function titlesText(titles: unknown): string | null {
  return titles === null || typeof titles === 'string' ? titles : JSON.stringify(titles);
}
