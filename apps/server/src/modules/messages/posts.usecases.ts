import { createHash, randomUUID } from 'node:crypto';
import type { Answer, Body } from '@sealflow/contract';
import { entityTagFields } from '@sealflow/contract/schemas';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import type { StoredContent } from '../../infra/database/tables/messages.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { postToRecipients, toPost } from './deliver-post.usecases.ts';
import * as repository from './posts.repository.ts';
import { assertAudience, countAudience, findAudienceNames, toAudience } from './recipients.usecases.ts';
import { scheduledPostQueue } from './scheduled-posts.usecases.ts';
import { isEmpty } from './text.usecases.ts';

export interface PostsContext {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** The sender: an administrator or the operator in a tenant, or the operator to everyone. */
export type Sender = Actor | { readonly kind: 'operator'; readonly tid: null; readonly operatorID: string };

type PostForm = Body<'POST /api/v1/tenants/{tid}/admin/messages'>;
type PostResponse = Answer<'POST /api/v1/tenants/{tid}/admin/messages'>['data'];

/** The longest time a post waits; its job is stored at least as long. */
const maxDelayMs = 365 * 86_400_000;

/**
 * Sends a message: to people of the tenant, each in their own session with it, or as one announcement to all. With a later
 * `sendAt` it waits until then. A repeated request with the same key is sent once.
 * @throws ServiceError `message.empty_creation`, `message.idempotency_key_reused`, `message.send_time_too_late`,
 * `login.user_not_found`, `admin.organisation_not_found`, `admin.role_not_found`.
 */
export async function sendPost(
  { db, clock, outbox }: PostsContext,
  { sender, message, key = randomUUID() }: { sender: Sender; message: PostForm; key?: string | undefined },
): Promise<PostResponse> {
  const at = clock();
  const { tid } = sender;
  const by = senderID(sender);
  const digest = createHash('sha256')
    .update(JSON.stringify([tid, message]))
    .digest('hex');
  const audience = toAudience(message);
  const sendAt = message.sendAt !== undefined && message.sendAt > at ? new Date(message.sendAt) : null;
  if (sendAt && sendAt.getTime() > at + maxDelayMs) throw new ServiceError('message.send_time_too_late');
  return inTransaction(db, async (transaction) => {
    const postID = randomUUID();
    const expectedRecipients =
      tid !== null && audience ? await countAudience(transaction, { tid, audience }) : null;
    const content = { type: message.type, title: message.title, text: message.text, en: message.en ?? null };
    const isNew = await repository.insertPost(transaction, {
      post_id: postID,
      tid,
      sender: by,
      idempotency_key: key,
      digest,
      recipients: expectedRecipients,
      audience: audience && JSON.stringify(audience),
      send_at: sendAt,
      content: sendAt && JSON.stringify(content),
      created_at: new Date(at),
    });
    if (isNew) {
      const by = { handle: transaction, actor: sender, at: new Date(at) };
      if (tid !== null && audience) await assertAudience(transaction, { tid, audience });
      if (sendAt) {
        if (isEmptyContent(content)) throw new ServiceError('message.empty_creation');
        await outbox.send(transaction, scheduledPostQueue, [{ data: { postID }, after: sendAt }]);
        await recordAct(by, { act: 'message.scheduled', subject: postID });
      } else {
        const post = toPost(content, { postID, at });
        const recipients = await postToRecipients(transaction, { tid, audience, post });
        if (recipients !== expectedRecipients)
          await repository.updateRecipients(transaction, { tid, postID, recipients });
        await recordAct(by, { act: 'message.sent', subject: postID });
      }
    }
    const row = await repository.selectPostByKey(transaction, { sender: by, key });
    if (row.digest !== digest) throw new ServiceError('message.idempotency_key_reused');
    return toPostResponse(row);
  });
}

/** Whether there is neither a title nor a text in any language. */
function isEmptyContent({ title, text, en }: StoredContent): boolean {
  return isEmpty(en ? { zh: title, en: en.title } : title) && isEmpty(en ? { zh: text, en: en.text } : text);
}

/** Lists the posts of a tenant, or those to everyone, newest first. */
export async function listPosts(
  db: DatabaseHandle,
  { tid, query }: { tid: string | null; query: repository.PostFilter & { skip: number; limit: number } },
): Promise<Answer<'GET /api/v1/tenants/{tid}/admin/messages'>> {
  const lookup = { ...query, tid };
  const total = await repository.countPosts(db, lookup);
  const rows = query.limit === 0 ? [] : await repository.selectPosts(db, lookup);
  const reads = await countReads(db, tid, rows);
  return { total, data: rows.map((row) => toPostResponse(row, reads)) };
}

/**
 * Reads one post of a tenant with its recipients.
 * @throws ServiceError `message.not_found`, also for a post of another tenant.
 */
export async function requirePost(
  db: DatabaseHandle,
  { tid, postID }: { tid: string; postID: string },
): Promise<Answer<'GET /api/v1/tenants/{tid}/admin/messages/{postID}'>['data']> {
  const row = await repository.selectPost(db, { tid, postID });
  if (!row) throw new ServiceError('message.not_found');
  const audience = row.audience
    ? await findAudienceNames(db, { tid, audience: row.audience })
    : { people: [], organisations: [], roles: [] };
  return { ...toPostResponse(row, await countReads(db, tid, [row])), audience };
}

/** The reads of the posts of a tenant; undefined for posts to everyone, which are not counted. */
async function countReads(
  db: DatabaseHandle,
  tid: string | null,
  rows: readonly repository.PostRow[],
): Promise<Map<string, number> | undefined> {
  if (tid === null) return undefined;
  return repository.countReads(db, { tid, postIDs: rows.map((row) => row.post_id) });
}

/**
 * Withdraws a post: its messages are no longer listed or counted as unread. A repeated withdrawal changes nothing.
 * @throws ServiceError `message.not_found`, also for a post of another tenant; `admin.changed_meanwhile`.
 */
export async function withdrawPost(
  { db, clock }: PostsContext,
  { sender, postID, ifMatch }: { sender: Sender; postID: string; ifMatch?: string | undefined },
): Promise<PostResponse> {
  const at = new Date(clock());
  return inTransaction(db, async (transaction) => {
    const existing = await repository.lockPost(transaction, { tid: sender.tid, postID });
    if (!existing) throw new ServiceError('message.not_found');
    await assertUnchanged(ifMatch, entityTagFields.post, async () => toPostResponse(existing));
    if (await repository.withdrawPostRow(transaction, { postID, at })) {
      await recordAct(
        { handle: transaction, actor: sender, at },
        { act: 'message.withdrawn', subject: postID },
      );
    }
    const row = await repository.selectPost(transaction, { tid: sender.tid, postID });
    return toPostResponse(row ?? existing, await countReads(transaction, sender.tid, [existing]));
  });
}

function senderID(sender: Sender): string {
  return sender.kind === 'operator'
    ? `operator:${sender.operatorID}`
    : memberSender(sender.tid, sender.member.fid);
}

/** The stored sender of the posts of a member. */
export const memberSender = (tid: string | null, fid: string) => `${memberPrefix(tid)}${fid}`;
const memberPrefix = (tid: string | null) => `member:${tid}:`;

/** @param reads - the reads by post; undefined if they are not counted. A post without an entry has none. */
function toPostResponse(row: repository.PostRow, reads?: ReadonlyMap<string, number>): PostResponse {
  const state = stateOf(row);
  const isMember = row.sender.startsWith(memberPrefix(row.tid));
  return {
    postID: row.post_id,
    type: row.type,
    title: row.title,
    text: row.text,
    en: row.texts?.en ?? row.content?.en ?? null,
    sender: isMember
      ? { kind: 'member', id: row.sender.slice(memberPrefix(row.tid).length) }
      : { kind: 'operator', id: row.sender.slice('operator:'.length) },
    recipients: row.recipients,
    reads: reads && state !== 'scheduled' ? (reads.get(row.post_id) ?? 0) : null,
    state,
    createAt: row.created_at.getTime(),
    sendAt: row.send_at?.getTime() ?? null,
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  };
}

function stateOf(row: repository.PostRow): PostResponse['state'] {
  if (row.withdrawn_at !== null) return 'withdrawn';
  return row.send_at !== null && row.sent_at === null ? 'scheduled' : 'sent';
}
