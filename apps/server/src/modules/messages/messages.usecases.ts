import type { Answer, Message, MessageLink } from '@sealflow/contract';
import type { NotificationKind } from '@sealflow/domain/notifications';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Language } from '../../infra/http/language.util.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import * as repository from './messages.repository.ts';
import * as posting from './posting.repository.ts';
import { isEmpty, storedText, storedTexts, storedTitles, type Text, textIn } from './text.usecases.ts';

export type { BilingualText, Text } from './text.usecases.ts';

type Page = { skip: number; limit: number };
type SessionsQuery = Omit<repository.SessionQuery, 'aid'>;

/** The session of a message; it is created with its first message. */
export interface Channel {
  /** The key of the session, such as `work:<tid>:<aid>`. */
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  /** The title, as its last message sets it. */
  title: Text;
  tid: string | null;
  /** Null for all active members of `tid`, or for everyone if that is null too. */
  aid: string | null;
}

export interface Post {
  channel: Channel;
  type: Message['type'];
  title: Text;
  text: Text;
  link?: MessageLink | null;
  /** A repeated post with the same key creates no second message. */
  idempotencyKey: string;
  /** Milliseconds since 1970; moved behind the last message of the session if that is not older. */
  createAt: number;
  /** The post that the message is part of, if it was sent by a person. */
  postID?: string;
  /** What its push is about. Default: what its type says. */
  kind?: NotificationKind;
}

/**
 * Posts a message, in the caller's transaction if `db` is one.
 * @throws ServiceError `message.empty_creation`.
 */
export async function postMessage(db: DatabaseHandle, post: Post): Promise<PostResult> {
  const [posted] = await postMessages(db, [post]);
  return posted as PostResult;
}

export interface PostResult {
  msgID: string;
  sessionID: string;
}

/**
 * Posts messages in their order, in one transaction and with a constant number of statements.
 * @throws ServiceError `message.empty_creation`; none is posted then.
 */
export async function postMessages(db: DatabaseHandle, posts: readonly Post[]): Promise<PostResult[]> {
  if (posts.some(({ title, text }) => isEmpty(title) && isEmpty(text)))
    throw new ServiceError('message.empty_creation');
  if (posts.length === 0) return [];
  return inTransaction(db, async (transaction) => {
    const channels = new Map(
      (await posting.lockOrInsertChannels(transaction, toNewChannels(posts))).map((row) => [row.key, row]),
    );
    const sessionOf = ({ channel: { key } }: Post) => channels.get(key)?.session_id ?? '';
    const lookup = posts.map((post) => ({ sessionID: sessionOf(post), key: post.idempotencyKey }));
    const existing = await posting.selectPostedMessageIDs(transaction, lookup);
    const newMessages: posting.NewMessage[] = [];
    const results = posts.map((post): PostResult => {
      const channel = channels.get(post.channel.key) as posting.ChannelRow;
      const messageKey = `${channel.session_id} ${post.idempotencyKey}`;
      const before = existing.get(messageKey);
      if (before !== undefined) return { msgID: before, sessionID: channel.session_id };
      const message = toNewMessage(post, channel);
      // The next message of the session is numbered after this one.
      Object.assign(channel, {
        last_sequence: message.sequence,
        updated_at: message.created_at,
        title: storedText(post.channel.title),
        titles: storedTitles(post.channel.title),
      });
      existing.set(messageKey, message.message_id);
      newMessages.push(message);
      return { msgID: message.message_id, sessionID: channel.session_id };
    });
    const changedSessions = new Set(newMessages.map((message) => message.session_id));
    await posting.insertMessages(
      transaction,
      newMessages,
      [...channels.values()].filter((channel) => changedSessions.has(channel.session_id)),
    );
    return results;
  });
}

/** The sessions of these posts, with the values for those that do not exist yet. */
function toNewChannels(posts: readonly Post[]): posting.NewChannel[] {
  const channels = new Map(posts.map(({ channel, createAt }) => [channel.key, { channel, createAt }]));
  return [...channels.values()].map(({ channel: { key, kind, tid, aid, title }, createAt }) => ({
    key,
    kind,
    tid,
    aid,
    title: storedText(title),
    titles: storedTitles(title),
    session_id: createTimeOrderedID(),
    updated_at: new Date(createAt),
  }));
}

function toNewMessage(post: Post, channel: posting.ChannelRow): posting.NewMessage {
  const { session_id, last_sequence } = channel;
  // Pagination and read positions use the creation time, so it must be unique and ascending within a session.
  const last = last_sequence === 0 ? Number.NEGATIVE_INFINITY : channel.updated_at.getTime();
  return {
    session_id,
    sequence: last_sequence + 1,
    message_id: createTimeOrderedID(),
    type: post.type,
    title: storedText(post.title),
    text: storedText(post.text),
    texts: storedTexts(post),
    link: post.link ? JSON.stringify(post.link) : null,
    post_id: post.postID ?? null,
    aid: post.channel.aid,
    kind: post.kind ?? null,
    idempotency_key: post.idempotencyKey,
    created_at: new Date(Math.max(post.createAt, last + 1)),
  };
}

/** Posts an announcement to all active members of a tenant, or to everyone. */
export function postAnnouncement(
  db: DatabaseHandle,
  post: Omit<Post, 'channel' | 'type'> & {
    tid: string | null;
    sessionTitle: Text;
    type?: Message['type'];
  },
): Promise<{ msgID: string; sessionID: string }> {
  const { tid, sessionTitle, type = 'announcement', ...message } = post;
  const channel = {
    key: `announcement:${tid ?? ''}`,
    kind: 'announcement',
    title: sessionTitle,
    tid,
    aid: null,
  } as const;
  return postMessage(db, { ...message, channel, type });
}

/** Lists the sessions of an account, newest first, with the number of unread messages in all of them. */
export async function listSessions(
  db: DatabaseHandle,
  { aid, query, language = 'zh' }: { aid: string; query: SessionsQuery; language?: Language },
): Promise<Answer<'GET /api/v1/user-msg-sessions'>> {
  const lookup = { aid, ...query };
  const { total, unread } = await repository.countSessions(db, lookup);
  const rows = query.limit === 0 ? [] : await repository.selectSessions(db, lookup);
  const data = rows.map(({ last, ...row }) => ({
    sessionID: row.session_id,
    kind: row.kind,
    title: textIn(row.titles ?? row.title, language),
    tid: row.tid,
    unread: row.unread,
    updateAt: row.updated_at.getTime(),
    lastMsg: {
      msgID: last.message_id,
      type: last.type,
      text: last.texts?.[language].text ?? last.text,
      createAt: Date.parse(last.created_at),
    },
  }));
  return { total, unread, data };
}

/** The number of unread messages of an account. */
export async function countUnread(db: DatabaseHandle, aid: string): Promise<number> {
  const { unread } = await repository.countSessions(db, { aid, skip: 0, limit: 0 });
  return unread;
}

/** @throws ServiceError `message.session_not_found`, also for a session of another account. */
export async function listMessages(
  db: DatabaseHandle,
  {
    aid,
    sessionID,
    query,
    language = 'zh',
  }: {
    aid: string;
    sessionID: string;
    query: Page & { before?: number | undefined; keyword?: string | undefined };
    language?: Language;
  },
): Promise<Answer<'GET /api/v1/user-msg-sessions/{sessionID}/msgs'>> {
  const session = await requireSession(db, { aid, sessionID });
  const { skip, limit, before, keyword } = query;
  const lookup = { sessionID, before, keyword, skip, limit };
  const total = await repository.countMessages(db, lookup);
  const rows = limit === 0 ? [] : await repository.selectMessages(db, lookup);
  const data = rows.map((row) => {
    const { title, text } = row.texts?.[language] ?? row;
    return {
      msgID: row.message_id,
      sessionID,
      type: row.type,
      title,
      text,
      createAt: row.created_at.getTime(),
      read: row.sequence <= session.read_sequence,
      link: row.link,
    };
  });
  return { total, data };
}

/** @throws ServiceError `message.session_not_found`. */
export async function markSessionRead(
  db: DatabaseHandle,
  { aid, sessionID, upTo }: { aid: string; sessionID: string; upTo: number },
): Promise<void> {
  await requireSession(db, { aid, sessionID });
  await repository.markRead(db, { aid, sessionID, upTo: new Date(upTo) });
}

async function requireSession(db: DatabaseHandle, key: { aid: string; sessionID: string }) {
  const session = await repository.selectSession(db, key);
  if (!session) throw new ServiceError('message.session_not_found');
  return session;
}
