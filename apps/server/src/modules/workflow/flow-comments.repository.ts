import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type CommentRow = Selectable<Database['flow_comments']>;

interface FlowKey {
  readonly tid: string;
  readonly flowID: string;
}

export async function insertComment(
  transaction: DatabaseTransaction,
  comment: Insertable<Database['flow_comments']>,
  uris: readonly string[],
): Promise<void> {
  await transaction.insertInto('flow_comments').values(comment).execute();
  const { tid, flow_id, comment_id } = comment;
  const files = uris.map((uri, position) => ({ uri, tid, flow_id, comment_id, position }));
  if (files.length > 0) await transaction.insertInto('flow_comment_files').values(files).execute();
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

/** The files of these comments, each in the order of its comment. */
export function selectCommentFiles(
  db: DatabaseHandle,
  { tid, commentIDs }: { tid: string; commentIDs: readonly string[] },
) {
  return db
    .selectFrom('flow_comment_files as attached')
    .innerJoin('files', 'files.uri', 'attached.uri')
    .select([
      'attached.comment_id',
      'files.uri',
      'files.name',
      'files.size',
      'files.mime_type',
      'files.sha256',
      'files.encrypted',
    ])
    .where('attached.tid', '=', tid)
    .where('attached.comment_id', '=', sql<string>`any(${commentIDs}::text[])`)
    .orderBy('attached.comment_id')
    .orderBy('attached.position')
    .execute();
}

/** Whether one of these files belongs to a comment. */
export async function hasFileOfComment(
  db: DatabaseHandle,
  { tid, uris }: { tid: string; uris: readonly string[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('flow_comment_files')
    .select('uri')
    .where('tid', '=', tid)
    .where('uri', '=', sql<string>`any(${uris}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The authors and texts of these comments, with the number of their files. */
export function selectCommentsByID(
  db: DatabaseHandle,
  { tid, commentIDs }: { tid: string; commentIDs: readonly string[] },
): Promise<(Pick<CommentRow, 'comment_id' | 'fid' | 'text'> & { files: number })[]> {
  return commentIDs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flow_comments')
        .select(['comment_id', 'fid', 'text'])
        .select(
          sql<number>`(select count(*)::integer from flow_comment_files as attached
            where attached.comment_id = flow_comments.comment_id and attached.tid = flow_comments.tid)`.as(
            'files',
          ),
        )
        .where('tid', '=', tid)
        .where('comment_id', 'in', [...commentIDs])
        .execute();
}
