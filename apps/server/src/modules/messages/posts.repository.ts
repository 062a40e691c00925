import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';
import type { StoredAudience, StoredContent } from '../../infra/database/tables/messages.table.ts';

type Posts = Database['message_posts'];
type PostContent = Pick<Selectable<Database['messages']>, 'type' | 'title' | 'text' | 'texts'>;
// Explicit column names keep the statement text stable, so that it can be a prepared statement.
const postColumns = [
  'post.post_id',
  'post.tid',
  'post.sender',
  'post.idempotency_key',
  'post.digest',
  'post.recipients',
  'post.audience',
  'post.send_at',
  'post.sent_at',
  'post.content',
  'post.created_at',
  'post.withdrawn_at',
] as const satisfies readonly `post.${keyof Selectable<Posts>}`[];
export type PostRow = Omit<Selectable<Posts>, 'search_text'> & PostContent;

export interface PostFilter {
  /** A part of the title or the text in any language. */
  keyword?: string | undefined;
  state?: 'scheduled' | 'sent' | 'withdrawn' | undefined;
}

/**
 * Inserts a post, unless its sender has used the key before.
 * @returns whether it was inserted.
 */
export async function insertPost(db: DatabaseTransaction, post: Insertable<Posts>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('message_posts')
    .values(post)
    .onConflict((conflict) => conflict.columns(['sender', 'idempotency_key']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Posts with their content, taken from any of their messages, which are all equal, or from the post that waits. */
function postsWithContent(db: DatabaseHandle) {
  return db
    .selectFrom('message_posts as post')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('messages')
          .select(['type', 'title', 'text', 'texts'])
          // A range with an order, because for `=` the planner expects the first of many messages early in a scan of the table.
          .whereRef('messages.post_id', '>=', 'post.post_id')
          .whereRef('messages.post_id', '<=', 'post.post_id')
          .orderBy('messages.post_id')
          .limit(1)
          .as('message'),
      (join) => join.onTrue(),
    )
    .select(postColumns)
    .select([
      sql<PostRow['type']>`coalesce(message.type, post.content ->> 'type')`.as('type'),
      sql<string>`coalesce(message.title, post.content ->> 'title')`.as('title'),
      sql<string>`coalesce(message.text, post.content ->> 'text')`.as('text'),
      'message.texts',
    ]);
}

/** `is not distinct from` would not use the index. */
const isOfTenant = (tid: string | null) =>
  tid === null ? sql<boolean>`post.tid is null` : sql<boolean>`post.tid = ${tid}`;

const isInState = {
  withdrawn: sql<boolean>`post.withdrawn_at is not null`,
  scheduled: sql<boolean>`post.withdrawn_at is null and post.send_at is not null and post.sent_at is null`,
  sent: sql<boolean>`post.withdrawn_at is null and (post.send_at is null or post.sent_at is not null)`,
} as const;

/** The index finds texts with all parts of the keyword; the comparison leaves those that contain the keyword as a whole. */
function containsText(tid: string | null, keyword: string) {
  return sql<boolean>`(
    post_grams(post.tid, post.search_text) @> keyword_pairs(${tid}::text, ${keyword}::text)
    and post.search_text like lower(${likePattern(keyword)}::text)
  )`;
}

function conditionsOf({ tid, keyword, state }: PostFilter & { tid: string | null }) {
  const conditions = [isOfTenant(tid)];
  if (state !== undefined) conditions.push(isInState[state]);
  if (keyword !== undefined && keyword !== '') conditions.push(containsText(tid, keyword));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export function selectPostByKey(
  db: DatabaseHandle,
  { sender, key }: { sender: string; key: string },
): Promise<PostRow> {
  return postsWithContent(db)
    .where('post.sender', '=', sender)
    .where('post.idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
}

export function selectPosts(
  db: DatabaseHandle,
  { tid, skip, limit, ...filter }: PostFilter & { tid: string | null; skip: number; limit: number },
): Promise<PostRow[]> {
  // Only the posts of the page are joined with their content: a common word is in all of them.
  const page = db
    .selectFrom('message_posts as post')
    .select('post.post_id')
    .where(conditionsOf({ tid, ...filter }))
    .orderBy('post.created_at', 'desc')
    .orderBy('post.post_id')
    .offset(skip)
    .limit(limit);
  return postsWithContent(db)
    .where('post.post_id', 'in', page)
    .orderBy('post.created_at', 'desc')
    .orderBy('post.post_id')
    .execute();
}

export async function countPosts(
  db: DatabaseHandle,
  { tid, ...filter }: PostFilter & { tid: string | null },
): Promise<number> {
  const { total } = await db
    .selectFrom('message_posts as post')
    .where(conditionsOf({ tid, ...filter }))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * How many active members have read each post. Members that joined later do not count: older announcements are marked as
 * read for them.
 */
export async function countReads(
  db: DatabaseHandle,
  { tid, postIDs }: { tid: string; postIDs: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ post_id: string; reads: number }>`
    select messages.post_id, count(*)::integer as reads
    from messages
    join message_reads on message_reads.session_id = messages.session_id
      and message_reads.sequence >= messages.sequence
    join memberships on memberships.tid = ${tid} and memberships.aid = message_reads.aid
      and memberships.state = 'active' and memberships.created_at <= messages.created_at
    where messages.post_id = any(${postIDs}::text[])
    group by messages.post_id
  `.execute(db);
  return new Map(rows.map(({ post_id, reads }) => [post_id, reads]));
}

export async function updateRecipients(
  db: DatabaseTransaction,
  { tid, postID, recipients }: { tid: string | null; postID: string; recipients: number | null },
): Promise<void> {
  await db
    .updateTable('message_posts as post')
    .set({ recipients })
    .where(isOfTenant(tid))
    .where('post.post_id', '=', postID)
    .execute();
}

export interface WaitingPost {
  tid: string | null;
  audience: StoredAudience | null;
  content: StoredContent;
}

/** Locks a scheduled post until the transaction ends; undefined if it was sent or withdrawn. */
export async function lockWaitingPost(
  db: DatabaseTransaction,
  postID: string,
): Promise<WaitingPost | undefined> {
  const row = await db
    .selectFrom('message_posts as post')
    .select(['post.tid', 'post.audience', 'post.content'])
    .where('post.post_id', '=', postID)
    .where(isInState.scheduled)
    .forUpdate()
    .executeTakeFirst();
  return row?.content ? { ...row, content: row.content } : undefined;
}

export async function markSent(
  db: DatabaseTransaction,
  {
    tid,
    postID,
    recipients,
    at,
  }: { tid: string | null; postID: string; recipients: number | null; at: Date },
): Promise<void> {
  await db
    .updateTable('message_posts as post')
    .set({ recipients, sent_at: at })
    .where(isOfTenant(tid))
    .where('post.post_id', '=', postID)
    .execute();
}

export function selectPost(
  db: DatabaseHandle,
  { tid, postID }: { tid: string | null; postID: string },
): Promise<PostRow | undefined> {
  return postsWithContent(db).where(isOfTenant(tid)).where('post.post_id', '=', postID).executeTakeFirst();
}

/** Locks a post, so that neither its sending nor its withdrawal runs at the same time. */
export async function lockPost(
  db: DatabaseTransaction,
  key: { tid: string | null; postID: string },
): Promise<PostRow | undefined> {
  await db
    .selectFrom('message_posts')
    .select('post_id')
    .where('post_id', '=', key.postID)
    .where(sql<boolean>`tid is not distinct from ${key.tid}`)
    .forUpdate()
    .execute();
  return selectPost(db, key);
}

/**
 * Withdraws a post with its messages.
 * @returns false if it was withdrawn before.
 */
export async function withdrawPostRow(
  db: DatabaseTransaction,
  { postID, at }: { postID: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message_posts')
    .set({ withdrawn_at: at })
    .where('post_id', '=', postID)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  // The sessions are locked first, in the order of their keys, as posting does while numbering.
  const sessions = await db
    .selectFrom('message_channels')
    .select('session_id')
    .where('session_id', 'in', (from) =>
      from.selectFrom('messages').select('session_id').where('post_id', '=', postID),
    )
    .orderBy('key')
    .forUpdate()
    .execute();
  if (sessions.length === 0) return true;
  await db.updateTable('messages').set({ withdrawn_at: at }).where('post_id', '=', postID).execute();
  await resetSessionTimes(
    db,
    sessions.map((session) => session.session_id),
  );
  return true;
}

/** Sets the time of a session, which orders the list, to that of its last remaining message. */
async function resetSessionTimes(db: DatabaseTransaction, sessionIDs: readonly string[]): Promise<void> {
  await db
    .updateTable('message_channels as channel')
    .set((set) => ({
      updated_at: set.fn.coalesce(
        set
          .selectFrom('messages')
          .select('created_at')
          .whereRef('messages.session_id', '=', 'channel.session_id')
          .where('withdrawn_at', 'is', null)
          .orderBy('sequence', 'desc')
          .limit(1),
        'channel.updated_at',
      ),
    }))
    .where('session_id', 'in', sessionIDs)
    .execute();
}
