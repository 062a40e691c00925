import { createHash, randomUUID } from 'node:crypto';
import type { Answer, Body } from '@sealflow/contract';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { type ActiveMember, findTenant, isActiveMember, listMembers } from '../tenants/tenants.usecases.ts';
import { type Post, postAnnouncement, postMessage, type Text } from './messages.usecases.ts';
import * as repository from './posts.repository.ts';

export interface PostsContext {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
}

/** The sender: an administrator or the operator in a tenant, or the operator to everyone. */
export type Sender = Actor | { readonly kind: 'operator'; readonly tid: null; readonly operatorID: string };

type PostForm = Body<'POST /api/v1/tenants/{tid}/admin/messages'>;
type PostResponse = Answer<'POST /api/v1/tenants/{tid}/admin/messages'>['data'];

/** The title of the session of announcements to everyone. */
const globalSessionTitle: Text = { zh: '系统公告', en: 'System announcements' };

/**
 * Sends a message: to people of the tenant, each in their own session with it, or as one announcement to all. A
 * repeated request with the same key is sent once.
 * @throws ServiceError `message.empty_creation`, `message.idempotency_key_reused`, `login.user_not_found`.
 */
export async function sendPost(
  { db, clock }: PostsContext,
  { sender, message, key = randomUUID() }: { sender: Sender; message: PostForm; key?: string | undefined },
): Promise<PostResponse> {
  const at = clock();
  const by = senderID(sender);
  const digest = createHash('sha256')
    .update(JSON.stringify([sender.tid, message]))
    .digest('hex');
  return inTransaction(db, async (transaction) => {
    const postID = randomUUID();
    const fids = message.fids && [...new Set(message.fids)];
    const isNew = await repository.insertPost(transaction, {
      post_id: postID,
      tid: sender.tid,
      sender: by,
      idempotency_key: key,
      digest,
      recipients: fids?.length ?? null,
      created_at: new Date(at),
    });
    if (isNew) {
      await postToRecipients(transaction, { tid: sender.tid, fids, post: toPost(message, { postID, at }) });
      const by = { handle: transaction, actor: sender, at: new Date(at) };
      await recordAct(by, { act: 'message.sent', subject: postID });
    }
    const row = await repository.selectPostByKey(transaction, { sender: by, key });
    if (row.digest !== digest) throw new ServiceError('message.idempotency_key_reused');
    return toPostResponse(row);
  });
}

type UnaddressedPost = Omit<Post, 'channel'>;

function toPost(
  { type, title, text, en }: PostForm,
  { postID, at }: { postID: string; at: number },
): UnaddressedPost {
  const texts = en
    ? { title: { zh: title, en: en.title }, text: { zh: text, en: en.text } }
    : { title, text };
  return { type, ...texts, postID, idempotencyKey: `post:${postID}`, createAt: at };
}

async function postToRecipients(
  transaction: DatabaseTransaction,
  { tid, fids, post }: { tid: string | null; fids: readonly string[] | undefined; post: UnaddressedPost },
): Promise<void> {
  const tenant = tid === null ? undefined : await findTenant(transaction, tid);
  const sessionTitle = tenant?.name ?? globalSessionTitle;
  if (tid === null || !fids) {
    await postAnnouncement(transaction, { ...post, tid, sessionTitle });
    return;
  }
  const recipients = await activeMembers(transaction, { tid, fids });
  for (const { aid } of recipients) {
    const channel = {
      key: `office:${tid}:${aid}`,
      kind: 'conversation',
      title: sessionTitle,
      tid,
      aid,
    } as const;
    await postMessage(transaction, { ...post, channel });
  }
}

/** Sorted by account, so that concurrent posts lock their sessions in the same order. */
async function activeMembers(
  db: DatabaseHandle,
  query: { tid: string; fids: readonly string[] },
): Promise<ActiveMember[]> {
  const members = await listMembers(db, query);
  const active = members.filter(isActiveMember);
  if (active.length < query.fids.length) throw new ServiceError('login.user_not_found');
  return active.toSorted((one, other) => (one.aid < other.aid ? -1 : 1));
}

/** Lists the posts of a tenant, or those to everyone, newest first. */
export async function listPosts(
  db: DatabaseHandle,
  { tid, query }: { tid: string | null; query: { skip: number; limit: number } },
): Promise<Answer<'GET /api/v1/tenants/{tid}/admin/messages'>> {
  const total = await repository.countPosts(db, tid);
  const rows = query.limit === 0 ? [] : await repository.selectPosts(db, { tid, ...query });
  return { total, data: rows.map(toPostResponse) };
}

/**
 * Withdraws a post: its messages are no longer listed or counted as unread. A repeated withdrawal changes nothing.
 * @throws ServiceError `message.not_found`, also for a post of another tenant.
 */
export async function withdrawPost(
  { db, clock }: PostsContext,
  { sender, postID }: { sender: Sender; postID: string },
): Promise<PostResponse> {
  const at = new Date(clock());
  return inTransaction(db, async (transaction) => {
    const existing = await repository.selectPost(transaction, { tid: sender.tid, postID });
    if (!existing) throw new ServiceError('message.not_found');
    if (await repository.withdrawPostRow(transaction, { postID, at })) {
      await recordAct(
        { handle: transaction, actor: sender, at },
        { act: 'message.withdrawn', subject: postID },
      );
    }
    const row = await repository.selectPost(transaction, { tid: sender.tid, postID });
    return toPostResponse(row ?? existing);
  });
}

function senderID(sender: Sender): string {
  return sender.kind === 'operator'
    ? `operator:${sender.operatorID}`
    : `${memberPrefix(sender.tid)}${sender.member.fid}`;
}

const memberPrefix = (tid: string | null) => `member:${tid}:`;

function toPostResponse(row: repository.PostRow): PostResponse {
  const isMember = row.sender.startsWith(memberPrefix(row.tid));
  return {
    postID: row.post_id,
    type: row.type,
    title: row.title,
    text: row.text,
    en: row.texts?.en ?? null,
    sender: isMember
      ? { kind: 'member', id: row.sender.slice(memberPrefix(row.tid).length) }
      : { kind: 'operator', id: row.sender.slice('operator:'.length) },
    recipients: row.recipients,
    createAt: row.created_at.getTime(),
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  };
}
