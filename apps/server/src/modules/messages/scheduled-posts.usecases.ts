import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { declareQueue } from '../../infra/jobs/jobs.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { postToRecipients, toPost } from './deliver-post.usecases.ts';
import * as repository from './posts.repository.ts';

/** The sending of a scheduled post at its time. */
export const scheduledPostQueue = declareQueue<{ postID: string }>('messages.scheduled');

export interface ScheduledPostsContext {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
}

/**
 * Sends a scheduled post in one transaction. A post that was sent or withdrawn meanwhile stays as it is, so that a repeated
 * job sends nothing twice. Members that the post named and that are no longer active are left out.
 */
export async function sendScheduledPost({ db, clock }: ScheduledPostsContext, postID: string): Promise<void> {
  const at = clock();
  await inTransaction(db, async (transaction) => {
    const post = await repository.lockWaitingPost(transaction, postID);
    if (!post) return;
    const { tid, audience, content } = post;
    const recipients = await postToRecipients(transaction, {
      tid,
      audience,
      post: toPost(content, { postID, at }),
    });
    await repository.markSent(transaction, { tid, postID, recipients, at: new Date(at) });
    await recordAct(
      { handle: transaction, actor: { kind: 'service', tid }, at: new Date(at) },
      { act: 'message.sent', subject: postID },
    );
  });
}
