import { randomUUID } from 'node:crypto';
import type { Answer } from '@sealflow/contract';
import { flowCommentLimits } from '@sealflow/domain/workflow';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { incrementCounter } from '../../infra/http/rate-limit.middleware.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { lockFlow, selectFlowOfParticipant } from './flow.repository.ts';
import { type CommentRow, countComments, insertComment, selectComments } from './flow-comments.repository.ts';
import { noticeQueue, type WorkflowServices } from './flow-event.usecases.ts';
import { type Names, namesOf, toPerson } from './flow-response.usecases.ts';
import { runOnce } from './idempotency.usecases.ts';
import { selectTasks } from './task.repository.ts';

type Comments = Answer<'GET /api/v1/tenants/{tid}/flows/{flowID}/comments'>;
type Comment = Comments['data'][number];

export interface NewComment {
  readonly flowID: string;
  readonly text: string;
  /** People who take part in the flow. */
  readonly mentions: readonly string[];
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
  return { total, data: rows.map((row) => toComment(row, names)) };
}

/**
 * Adds a comment and notifies the others who take part in the flow, in one transaction. The flow itself does not change.
 * @throws ServiceError `work.flow_not_found` also for callers who do not take part, `work.flow_state_error` for a draft,
 * `work.mention_not_participant`, `work.comments_full`, `work.comments_too_frequent` with `seconds`,
 * `work.idempotency_key_reused`.
 */
export function addComment(
  services: WorkflowServices,
  decider: Decider,
  { flowID, text, mentions: mentioned, idempotencyKey: key }: NewComment,
): Promise<Comment> {
  const { tid, fid } = decider.member;
  const { aid } = decider.session;
  const mentions = [...new Set(mentioned)];
  return inTransaction(services.db, async (transaction) => {
    const at = new Date(services.clock());
    const row = await lockFlow(transaction, { tid, flowID });
    if (!row || !(await selectFlowOfParticipant(transaction, { tid, fid, flowID, at })))
      throw new ServiceError('work.flow_not_found');
    if (row.state === 'new') throw new ServiceError('work.flow_state_error');
    const request = { aid, scope: `comment:${flowID}`, key, at, content: [text, mentions] };
    return runOnce(transaction, request, async () => {
      const assignees = (await selectTasks(transaction, flowID)).map(({ assigneeID }) => assigneeID);
      const participants = new Set([row.applicant_fid, ...assignees]);
      if (mentions.some((one) => !participants.has(one)))
        throw new ServiceError('work.mention_not_participant');
      if ((await countComments(transaction, { tid, flowID })) >= flowCommentLimits.perFlow)
        throw new ServiceError('work.comments_full');
      await countComment(transaction, { tid, fid, flowID });
      const comment = {
        comment_id: randomUUID(),
        tid,
        flow_id: flowID,
        fid,
        text,
        mentions,
        created_at: at,
      };
      await insertComment(transaction, comment);
      const notices = [...participants].flatMap((recipient) =>
        recipient === null || recipient === fid
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
      const actor = auditActorOf(decider);
      await recordAct({ handle: transaction, actor, at }, { act: 'flow.commented', subject: flowID });
      return toComment(comment, await namesOf(transaction, { tid, fids: [fid, ...mentions] }));
    });
  });
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

function toComment(row: CommentRow, names: Names): Comment {
  return {
    id: row.comment_id,
    author: toPerson(row.fid, names),
    text: row.text,
    mentions: row.mentions.map((fid) => toPerson(fid, names)),
    createAt: row.created_at.getTime(),
  };
}
