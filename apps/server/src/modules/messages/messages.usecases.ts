import type { Answer, Message } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Language } from '../../infra/http/language.util.ts';
import * as repository from './messages.repository.ts';
import { type Post, postMessage } from './posting.usecases.ts';
import { contentIn, linkOf, messageIDOf } from './stored-message.util.ts';
import { type Text, textIn } from './text.usecases.ts';

export { type Channel, type Post, type PostResult, postMessage, postMessages } from './posting.usecases.ts';
export { messageIDOf } from './stored-message.util.ts';
export type { BilingualText, Text } from './text.usecases.ts';

type Page = { skip: number; limit: number };
type SessionsQuery = Omit<repository.SessionQuery, 'aid'>;

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
      msgID: messageIDOf(last),
      type: last.type,
      text: contentIn(last, language).text,
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
    const { title, text } = contentIn(row, language);
    return {
      msgID: messageIDOf(row),
      sessionID,
      type: row.type,
      title,
      text,
      createAt: row.created_at.getTime(),
      read: row.sequence <= session.read_sequence,
      link: linkOf(row, session.tid),
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
