import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

type Posts = Database['message_posts'];
type PostContent = Pick<Selectable<Database['messages']>, 'type' | 'title' | 'text' | 'texts'>;
export type PostRow = Selectable<Posts> & PostContent;

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

/** Posts with their content, taken from any of their messages, which are all equal. */
function postsWithContent(db: DatabaseHandle) {
  return db
    .selectFrom('message_posts as post')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('messages')
          .select(['type', 'title', 'text', 'texts'])
          .whereRef('messages.post_id', '=', 'post.post_id')
          .limit(1)
          .as('content'),
      (join) => join.onTrue(),
    )
    .selectAll('post')
    .select(['content.type', 'content.title', 'content.text', 'content.texts']);
}

const isOfTenant = (tid: string | null) => sql<boolean>`post.tid is not distinct from ${tid}`;

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
  { tid, skip, limit }: { tid: string | null; skip: number; limit: number },
): Promise<PostRow[]> {
  return postsWithContent(db)
    .where(isOfTenant(tid))
    .orderBy('post.created_at', 'desc')
    .orderBy('post.post_id')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countPosts(db: DatabaseHandle, tid: string | null): Promise<number> {
  const { total } = await db
    .selectFrom('message_posts as post')
    .where(isOfTenant(tid))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export function selectPost(
  db: DatabaseHandle,
  { tid, postID }: { tid: string | null; postID: string },
): Promise<PostRow | undefined> {
  return postsWithContent(db).where(isOfTenant(tid)).where('post.post_id', '=', postID).executeTakeFirst();
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
