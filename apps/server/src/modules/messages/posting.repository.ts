import type { NotificationKind } from '@sealflow/domain/notifications';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { isKnownToAllNodes } from '../../infra/database/node-releases.util.ts';
import type { MessageRow } from './messages.repository.ts';
import { messageIDOf } from './stored-message.util.ts';

export type ChannelRow = Pick<
  Selectable<Database['message_channels']>,
  'session_id' | 'key' | 'last_sequence' | 'updated_at' | 'title' | 'titles'
>;

/** What the numbering of messages reads and moves. */
export type NumberedChannel = Pick<ChannelRow, 'session_id' | 'key' | 'last_sequence' | 'updated_at'>;

export interface NewChannel {
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  title: string;
  titles: string | null;
  tid: string | null;
  aid: string | null;
  session_id: string;
  last_sequence: number;
  updated_at: Date;
}

export interface NewMessage {
  session_id: string;
  sequence: number;
  /** Null: session and sequence make the id. */
  message_id: string | null;
  type: MessageRow['type'];
  title: string;
  text: string;
  texts: string | null;
  english: string | null;
  link: string | null;
  flow_id: string | null;
  post_id: string | null;
  idempotency_key: string;
  created_at: Date;
  /** The account of its session; null for a shared one. */
  aid: string | null;
  /** What its push is about; null: its type says it. */
  kind: NotificationKind | null;
}

/**
 * Inserts sessions, without those whose key exists. Both the insert and {@link lockExistingChannels} serialise the numbering of messages,
 * and take their locks in the order of the keys, which prevents deadlocks.
 * @returns the keys of the inserted sessions.
 */
export async function insertChannels(
  db: DatabaseTransaction,
  channels: readonly NewChannel[],
): Promise<string[]> {
  if (channels.length === 0) return [];
  const rows = await db
    .insertInto('message_channels')
    .values(channels.toSorted(compareByKey))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

function compareByKey({ key: one }: { key: string }, { key: other }: { key: string }): number {
  return one < other ? -1 : Number(one > other);
}

/** Locks the sessions with these keys until the transaction ends. */
export async function lockExistingChannels(
  db: DatabaseTransaction,
  keys: readonly string[],
): Promise<ChannelRow[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('message_channels')
    .select(['session_id', 'key', 'last_sequence', 'updated_at', 'title', 'titles'])
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy('key')
    .forUpdate()
    .execute();
}

/** The next messages of a session. */
export interface NextMessages {
  readonly key: string;
  readonly count: number;
  /** The time of the last message, unless the session has a later one. */
  readonly at: Date;
  readonly title: string;
  readonly titles: string | null;
}

/**
 * Moves sessions to the last of their next messages, and returns them as if they were before: with the last time that leaves a millisecond for
 * each message. A lock of each row before its update would be another entry in the log. A nested loop locks the rows in the order of the keys.
 */
export async function advanceChannels(
  db: DatabaseTransaction,
  messages: readonly NextMessages[],
): Promise<NumberedChannel[]> {
  if (messages.length === 0) return [];
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    db,
  );
  const channels: NumberedChannel[] = [];
  const sorted = messages.toSorted(compareByKey);
  for (let from = 0; from < sorted.length; from += maxRowsPerStatement) {
    const { rows } = await sql<NumberedChannel>`
      update message_channels as channel
      set last_sequence = last_sequence + count, title = next.title, titles = next.titles::jsonb,
        updated_at = greatest(updated_at + count * interval '1 millisecond', at)
      from json_to_recordset(${JSON.stringify(sorted.slice(from, from + maxRowsPerStatement))}::json)
        as next (key text, count integer, at timestamptz, title text, titles text)
      where channel.key = next.key
      returning session_id, channel.key, last_sequence - count as last_sequence,
        updated_at - count * interval '1 millisecond' as updated_at
    `.execute(db);
    channels.push(...rows);
  }
  await sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(
    db,
  );
  return channels;
}

interface MessageKey {
  readonly sessionID: string;
  readonly key: string;
}

/**
 * Keys without an index entry. An event of a task or an application has one job, and the transaction that posts its notice deletes it, so
 * that these keys are only needed when a job is repeated.
 */
const keyWithoutIndex = /^(?:task:.*:(?:opened|closed)|flow:.*)$/s;
/** Whether a message with this key is only looked up when its job is repeated. */
export const isKeyWithoutIndex = (key: string): boolean => keyWithoutIndex.test(key);
const isKeyInIndex = sql<boolean>`(messages.idempotency_key not like 'task:%:opened'
  and messages.idempotency_key not like 'task:%:closed' and messages.idempotency_key not like 'flow:%')`;

/**
 * The ids of the messages that were posted with these keys before, by session and key separated by a space. Without `isRepeated` only
 * keys in the index are looked up. The others are looked up in all messages of their session.
 */
export async function selectPostedMessageIDs(
  db: DatabaseHandle,
  { messageKeys, isRepeated }: { messageKeys: readonly MessageKey[]; isRepeated: boolean },
): Promise<Map<string, string>> {
  const isWithoutIndex = ({ key }: MessageKey) => isKeyWithoutIndex(key);
  return new Map([
    ...(await selectByKeys(
      db,
      messageKeys.filter((one) => !isWithoutIndex(one)),
      isKeyInIndex,
    )),
    ...(isRepeated ? await selectByKeys(db, messageKeys.filter(isWithoutIndex), sql<boolean>`true`) : []),
  ]);
}

async function selectByKeys(
  db: DatabaseHandle,
  messageKeys: readonly MessageKey[],
  condition: RawBuilder<boolean>,
): Promise<[string, string][]> {
  if (messageKeys.length === 0) return [];
  const { rows } = await sql<{ place: string; message_id: string }>`
    select messages.session_id || ' ' || messages.idempotency_key as place, ${messageID} as message_id
    from unnest(
      ${messageKeys.map(({ sessionID }) => sessionID)}::text[], ${messageKeys.map(({ key }) => key)}::text[]
    ) as requested (session_id, key)
    join messages on messages.session_id = requested.session_id and messages.idempotency_key = requested.key
    where ${condition}
  `.execute(db);
  return rows.map(({ place, message_id }) => [place, message_id]);
}

const messageID = sql<string>`coalesce(messages.message_id, messages.session_id || '.' || messages.sequence)`;

/** What the nodes of all releases read. */
export interface MessageForm {
  /** The Chinese text from its columns instead of `texts`. */
  readonly hasChineseInColumns: boolean;
  /** Ids, links and English texts that are not repeated. */
  readonly isShort: boolean;
}

export async function selectMessageForm(db: DatabaseHandle): Promise<MessageForm> {
  const { rows } = await sql<MessageForm>`
    select ${isKnownToAllNodes('057')} as "hasChineseInColumns", ${isKnownToAllNodes('058')} as "isShort"
  `.execute(db);
  return rows[0] ?? { hasChineseInColumns: false, isShort: false };
}

/**
 * Inserts messages with their pending fan-outs, and updates their sessions. A message to an account without a push registration
 * has no fan-out: a device that registers later reads its messages from the list.
 */
export async function insertMessages(
  db: DatabaseTransaction,
  messages: readonly NewMessage[],
  channels: readonly ChannelRow[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    with posted as (
      insert into messages (session_id, sequence, message_id, type, title, text, texts, english, link, flow_id, post_id,
        idempotency_key, created_at)
      select session_id, sequence, message_id, type, title, text, texts::jsonb, english, link::jsonb, flow_id, post_id,
        idempotency_key, created_at
      from json_to_recordset(${JSON.stringify(messages)}::json) as fresh (session_id text, sequence integer,
        message_id text, type text, title text, text text, texts text, english text, link text, flow_id text,
        post_id text, idempotency_key text, created_at timestamptz)
    )
    insert into message_fanout (message_id, kind)
    select fresh.message_id, fresh.kind
    from unnest(
      ${messages.map((one) => messageIDOf(one))}::text[],
      ${messages.map(({ aid }) => aid)}::text[],
      ${messages.map(({ kind }) => kind)}::text[]
    ) as fresh (message_id, aid, kind)
    where aid is null or exists (select from push_registrations where push_registrations.aid = fresh.aid)
  `.execute(db);
  for (let from = 0; from < channels.length; from += maxRowsPerStatement)
    await updateChannels(db, channels.slice(from, from + maxRowsPerStatement));
}

/**
 * For a statement that changes more rows, the change feed reports a change of the whole tenant instead of single
 * rows.
 */
const maxRowsPerStatement = 20;

async function updateChannels(db: DatabaseTransaction, channels: readonly ChannelRow[]): Promise<void> {
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

/** The value is an object if it was read, and JSON text if it is new. */
function titlesText(titles: unknown): string | null {
  return titles === null || typeof titles === 'string' ? titles : JSON.stringify(titles);
}
