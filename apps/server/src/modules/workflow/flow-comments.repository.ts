import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type CommentRow = Selectable<Database['flow_comments']>;

interface FlowKey {
  readonly tid: string;
  readonly flowID: string;
}

export async function insertComment(
  transaction: DatabaseTransaction,
  comment: Insertable<Database['flow_comments']>,
): Promise<void> {
  await transaction.insertInto('flow_comments').values(comment).execute();
}

export async function countComments(db: DatabaseHandle, { tid, flowID }: FlowKey): Promise<number> {
  const { total } = await db
    .selectFrom('flow_comments')
    .select((of) => of.fn.countAll<string>().as('total'))
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A page of the comments on a flow, newest first. */
export function selectComments(
  db: DatabaseHandle,
  { tid, flowID }: FlowKey,
  { skip, limit }: { skip: number; limit: number },
): Promise<CommentRow[]> {
  return db
    .selectFrom('flow_comments')
    .selectAll()
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .orderBy('created_at', 'desc')
    .orderBy('comment_id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
}

/** The authors and texts of these comments. */
export function selectCommentsByID(
  db: DatabaseHandle,
  { tid, commentIDs }: { tid: string; commentIDs: readonly string[] },
): Promise<Pick<CommentRow, 'comment_id' | 'fid' | 'text'>[]> {
  return commentIDs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flow_comments')
        .select(['comment_id', 'fid', 'text'])
        .where('tid', '=', tid)
        .where('comment_id', 'in', [...commentIDs])
        .execute();
}
