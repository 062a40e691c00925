import type { Answer } from '@sealflow/contract';
import { flowCommentLimits } from '@sealflow/domain/workflow';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { incrementCounter } from '../../infra/http/rate-limit.middleware.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import { type Act, recordActs } from '../audit/audit.usecases.ts';
import { referenceUnusedFiles } from '../files/file-references.usecases.ts';
import { documentIDsIn, type FileFacts } from '../files/files.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { lockFlow, selectFlowOfParticipant } from './flow.repository.ts';
import {
  type CommentRow,
  countComments,
  insertComment,
  selectCommentFiles,
  selectComments,
} from './flow-comments.repository.ts';
import { noticeQueue, type WorkflowServices } from './flow-event.usecases.ts';
import { type Names, namesOf, toPerson } from './flow-response.usecases.ts';
import { runOnce } from './idempotency.usecases.ts';
import { selectTasks } from './task.repository.ts';

type Comments = Answer<'GET /api/v1/tenants/{tid}/flows/{flowID}/comments'>;
type Comment = Comments['data'][number];
type CommentFile = NonNullable<Comment['files']>[number];

export interface NewComment {
  readonly flowID: string;
  readonly text: string;
  /** People who take part in the flow. */
  readonly mentions: readonly string[];
  /** URIs of files that the author has uploaded. Text may be empty with a file. */
  readonly files: readonly string[];
  readonly idempotencyKey: string | undefined;
}

/**
 * The comments on a flow, newest first, for a person who takes part in it, also as a deputy.
 * @throws ServiceError `work.flow_not_found`.
 */
export async function listComments(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, fid }: { tid: string; fid: string },
  { flowID, skip, limit }: { flowID: string; skip: number; limit: number },
): Promise<Comments> {
  const at = new Date(clock());
  if (!(await selectFlowOfParticipant(db, { tid, fid, flowID, at })))
    throw new ServiceError('work.flow_not_found');
  const flow = { tid, flowID };
  const [total, rows] = await Promise.all([
    countComments(db, flow),
    selectComments(db, flow, { skip, limit }),
  ]);
  const names = await namesOf(db, { tid, fids: rows.flatMap((row) => [row.fid, ...row.mentions]) });
  const files = await selectCommentFiles(db, { tid, commentIDs: rows.map((row) => row.comment_id) });
  const filesOf = Map.groupBy(files, (file) => file.comment_id);
  const toFiles = ({ comment_id: id }: CommentRow) =>
    (filesOf.get(id) ?? []).map(({ mime_type: mimeType, ...file }) => toCommentFile({ ...file, mimeType }));
  return { total, data: rows.map((row) => toComment(row, { names, files: toFiles(row) })) };
}

/**
 * Adds a comment and notifies the others who take part in the flow, in one transaction. The flow itself does not change.
 * @throws ServiceError `work.flow_not_found` also for callers who do not take part, `work.flow_state_error` for a draft,
 * `work.mention_not_participant`, `file.file_does_not_exist` for a file of another person, `work.comment_file_in_use` for one that
 * already belongs to a comment or an application, `work.comments_full`, `work.comments_too_frequent` with `seconds`,
 * `work.idempotency_key_reused`.
 */
export function addComment(
  services: WorkflowServices,
  decider: Decider,
  { flowID, text, mentions: mentioned, files: attached, idempotencyKey: key }: NewComment,
): Promise<Comment> {
  const { tid, fid } = decider.member;
  const { aid } = decider.session;
  const mentions = [...new Set(mentioned)];
  const uris = [...new Set(attached)];
  return inTransaction(services.db, async (transaction) => {
    const at = new Date(services.clock());
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row || !(await selectFlowOfParticipant(transaction, { tid, fid, flowID, at })))
      throw new ServiceError('work.flow_not_found');
    if (row.state === 'new') throw new ServiceError('work.flow_state_error');
    const content = [text, mentions, ...(uris.length === 0 ? [] : [uris])];
    const request = { aid, scope: `comment:${flowID}`, key, at, content };
    return runOnce(transaction, request, async () => {
      const assignees = (await selectTasks(transaction, flowID)).map(({ assigneeID }) => assigneeID);
      const participants = new Set([row.applicant_fid, ...assignees].filter((one) => one !== null));
      const readers = [...participants];
      const files = await referenceUnusedFiles(transaction, { tid, fid }, { uris, holder: flowID, readers });
      if (files === null) throw new ServiceError('work.comment_file_in_use');
      if (mentions.some((one) => !participants.has(one)))
        throw new ServiceError('work.mention_not_participant');
      if ((await countComments(transaction, { tid, flowID })) >= flowCommentLimits.perFlow)
        throw new ServiceError('work.comments_full');
      await countComment(transaction, { tid, fid, flowID });
      const comment = {
        comment_id: createTimeOrderedID(),
        tid,
        flow_id: flowID,
        fid,
        text,
        mentions,
        created_at: at,
      };
      await insertComment(transaction, comment, uris);
      const notices = [...participants].flatMap((recipient) =>
        recipient === fid
          ? []
          : [
              {
                type: 'commented',
                commentID: comment.comment_id,
                fid: recipient,
                isMentioned: mentions.includes(recipient),
              } as const,
            ],
      );
      if (notices.length > 0)
        await services.outbox.send(transaction, noticeQueue, [
          { data: { tid, flowID, at: at.getTime(), notices } },
        ]);
      await recordComment(transaction, decider, { flowID, at, files });
      const names = await namesOf(transaction, { tid, fids: [fid, ...mentions] });
      return toComment(comment, { names, files: files.map(toCommentFile) });
    });
  });
}

/** Records a comment, and each of its files with its digest and the document that it is a copy of. */
async function recordComment(
  transaction: DatabaseTransaction,
  decider: Decider,
  { flowID, at, files }: { flowID: string; at: Date; files: readonly FileFacts[] },
): Promise<void> {
  const { tid } = decider.member;
  const acts: Act[] = [{ act: 'flow.commented', subject: flowID }];
  for (const { uri, sha256 } of files) {
    const [documentID = null] = await documentIDsIn(transaction, { tid, uris: [uri] });
    acts.push({ act: 'flow.comment_file_added', subject: flowID, documentID, sha256 });
  }
  await recordActs({ handle: transaction, actor: auditActorOf(decider), at }, acts);
}

/**
 * Counts a comment of a person on a flow. The transaction of a rejected comment reverts the count.
 * @throws ServiceError `work.comments_too_frequent`.
 */
async function countComment(
  handle: DatabaseHandle,
  { tid, fid, flowID }: { tid: string; fid: string; flowID: string },
): Promise<void> {
  const key = `comment ${tid} ${flowID} ${fid}`;
  const { current, ttl } = await incrementCounter(handle, key, 60_000);
  if (current > flowCommentLimits.perMinute)
    throw new ServiceError('work.comments_too_frequent', { seconds: Math.max(1, Math.ceil(ttl / 1000)) });
}

function toComment(
  row: CommentRow,
  { names, files }: { names: Names; files: readonly CommentFile[] },
): Comment {
  return {
    id: row.comment_id,
    author: toPerson(row.fid, names),
    text: row.text,
    mentions: row.mentions.map((fid) => toPerson(fid, names)),
    createAt: row.created_at.getTime(),
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
}

const toCommentFile = ({ uri, name, size, mimeType, sha256, encrypted }: CommentFile): CommentFile => ({
  uri,
  name,
  size,
  mimeType,
  sha256,
  encrypted,
});
