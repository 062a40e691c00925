import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { StoredAudience, StoredContent } from '../../infra/database/tables/messages.table.ts';
import { findTenant } from '../tenants/tenants.usecases.ts';
import { type Channel, type Post, postAnnouncement, postMessages, type Text } from './messages.usecases.ts';
import { findRecipients } from './recipients.usecases.ts';

export type UnaddressedPost = Omit<Post, 'channel'>;

/** The title of the session of announcements to everyone. */
const globalSessionTitle: Text = { zh: '系统公告', en: 'System announcements' };

/** Recipients of one statement. */
const batchSize = 500;

export function toPost(
  { type, title, text, en }: StoredContent,
  { postID, at }: { postID: string; at: number },
): UnaddressedPost {
  const texts = en
    ? { title: { zh: title, en: en.title }, text: { zh: text, en: en.text } }
    : { title, text };
  return { type, ...texts, postID, idempotencyKey: `post:${postID}`, createAt: at };
}

/**
 * Posts one announcement to all, or a message to each member of the audience in their own session.
 * @returns how many members it was posted to; null for all, also those to come.
 */
export async function postToRecipients(
  transaction: DatabaseTransaction,
  { tid, audience, post }: { tid: string | null; audience: StoredAudience | null; post: UnaddressedPost },
): Promise<number | null> {
  const tenant = tid === null ? undefined : await findTenant(transaction, tid);
  const sessionTitle = tenant?.name ?? globalSessionTitle;
  if (tid === null || !audience) {
    await postAnnouncement(transaction, { ...post, tid, sessionTitle });
    return null;
  }
  const aids = await findRecipients(transaction, { tid, audience });
  for (let from = 0; from < aids.length; from += batchSize) {
    const channels = aids.slice(from, from + batchSize).map(
      (aid): Channel => ({
        key: `office:${tid}:${aid}`,
        kind: 'conversation',
        title: sessionTitle,
        tid,
        aid,
      }),
    );
    await postMessages(
      transaction,
      channels.map((channel) => Object.assign({ channel }, post)),
    );
  }
  return aids.length;
}
