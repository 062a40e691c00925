import { randomUUID } from 'node:crypto';
import type { Answer, Message, MessageLink, Query } from '@sealflow/contract';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import * as repository from './messages.repository.ts';

type Page = { skip: number; limit: number };

/** Which session a message belongs to; it is made with its first message. */
export interface Channel {
  /** What the session is about, such as `work:<tid>:<aid>`. */
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  title: string;
  tid: string | null;
  /** Null: all active members of `tid`, or everyone where that is null too. */
  aid: string | null;
}

export interface Post {
  channel: Channel;
  type: Message['type'];
  title: string;
  text: string;
  link?: MessageLink | null;
  /** The same post made again under the same key stays one message. */
  idempotencyKey: string;
  /** Milliseconds since 1970. */
  createAt: number;
}

/**
 * Posts a message, in the caller's transaction where it is in one.
 * @throws ServiceError `message.empty_creation`.
 */
export async function postMessage(
  db: DatabaseHandle,
  post: Post,
): Promise<{ msgID: string; sessionID: string }> {
  if (post.text.trim() === '' && post.title.trim() === '') throw new ServiceError('message.empty_creation');
  const createdAt = new Date(post.createAt);
  return inTransaction(db, async (transaction) => {
    const channel = await repository.lockChannel(transaction, {
      ...post.channel,
      session_id: randomUUID(),
      updated_at: createdAt,
    });
    const { session_id: sessionID, last_sequence } = channel;
    const known = await repository.selectPosted(transaction, { sessionID, key: post.idempotencyKey });
    if (known) return { msgID: known.message_id, sessionID };
    const msgID = randomUUID();
    await repository.insertMessage(transaction, {
      session_id: sessionID,
      sequence: last_sequence + 1,
      message_id: msgID,
      type: post.type,
      title: post.title,
      text: post.text,
      link: post.link ? JSON.stringify(post.link) : null,
      idempotency_key: post.idempotencyKey,
      created_at: createdAt,
    });
    return { msgID, sessionID };
  });
}

/** Announces something to all active members of a tenant, or to everyone. */
export function announce(
  db: DatabaseHandle,
  post: Omit<Post, 'channel' | 'type'> & { tid: string | null; sessionTitle: string },
): Promise<{ msgID: string; sessionID: string }> {
  const { tid, sessionTitle, ...message } = post;
  const channel = {
    key: `announcement:${tid ?? ''}`,
    kind: 'announcement',
    title: sessionTitle,
    tid,
    aid: null,
  } as const;
  return postMessage(db, { ...message, channel, type: 'announcement' });
}

/** The sessions of an account, the latest first, and how many messages are unread in all of them. */
export async function listSessions(
  db: DatabaseHandle,
  { aid, query }: { aid: string; query: Page & Pick<Query<'GET /api/v1/user-msg-sessions'>, 'keyword'> },
): Promise<Answer<'GET /api/v1/user-msg-sessions'>> {
  const { skip, limit, keyword } = query;
  const asked = { aid, keyword, skip, limit };
  const { total, unread } = await repository.countSessions(db, asked);
  const rows = limit === 0 ? [] : await repository.selectSessions(db, asked);
  const data = rows.map((row) => ({
    sessionID: row.session_id,
    kind: row.kind,
    title: row.title,
    tid: row.tid,
    unread: row.last_sequence - row.read_sequence,
    updateAt: row.updated_at.getTime(),
    lastMsg: {
      msgID: row.last.message_id,
      type: row.last.type,
      text: row.last.text,
      createAt: Date.parse(row.last.created_at),
    },
  }));
  return { total, unread, data };
}

/** @throws ServiceError `message.session_not_found`, also for a session of others. */
export async function listMessages(
  db: DatabaseHandle,
  {
    aid,
    sessionID,
    query,
  }: {
    aid: string;
    sessionID: string;
    query: Page & { before?: number | undefined; keyword?: string | undefined };
  },
): Promise<Answer<'GET /api/v1/user-msg-sessions/{sessionID}/msgs'>> {
  const session = await requireSession(db, { aid, sessionID });
  const { skip, limit, before, keyword } = query;
  const asked = { sessionID, before, keyword, skip, limit };
  const total = await repository.countMessages(db, asked);
  const rows = limit === 0 ? [] : await repository.selectMessages(db, asked);
  const data = rows.map((row) => ({
    msgID: row.message_id,
    sessionID,
    type: row.type,
    title: row.title,
    text: row.text,
    createAt: row.created_at.getTime(),
    read: row.sequence <= session.read_sequence,
    link: row.link,
  }));
  return { total, data };
}

/** @throws ServiceError `message.session_not_found`. */
export async function readSession(
  db: DatabaseHandle,
  { aid, sessionID, upTo }: { aid: string; sessionID: string; upTo: number },
): Promise<void> {
  await requireSession(db, { aid, sessionID });
  await repository.markRead(db, { aid, sessionID, upTo: new Date(upTo) });
}

async function requireSession(db: DatabaseHandle, which: { aid: string; sessionID: string }) {
  const session = await repository.selectSession(db, which);
  if (!session) throw new ServiceError('message.session_not_found');
  return session;
}
