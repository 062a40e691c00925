import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findAccountByName } from '../../modules/accounts/accounts.usecases.ts';
import {
  announce,
  listSessions,
  postMessage,
  readSession,
} from '../../modules/messages/messages.usecases.ts';
import { type DemoConversation, demoAnnouncements, demoConversations } from './demo-messages.table.ts';
import { demoPeople } from './demo-people.table.ts';

const hour = 3_600_000;
/** Older messages are marked as read. */
const readUntil = 30 * hour;

/** Posts announcements and conversations. Idempotent. */
export async function seedMessages(db: DatabaseHandle, now: number): Promise<void> {
  for (const [index, { ago, ...announcement }] of demoAnnouncements.entries()) {
    const createAt = now - ago * hour;
    await announce(db, { ...announcement, idempotencyKey: `demo:${index}`, createAt });
  }
  for (const conversation of demoConversations) await converse(db, conversation, now);
  for (const { username } of demoPeople) await readOlder(db, username, now - readUntil);
}

async function converse(db: DatabaseHandle, conversation: DemoConversation, now: number): Promise<void> {
  const { reader, title, tid, ago, every, texts, spoken } = conversation;
  const account = await findAccountByName(db, reader);
  if (!account) return;
  const { aid } = account;
  const last = texts.length - 1;
  for (const [index, text] of texts.entries()) {
    await postMessage(db, {
      channel: { key: `conversation:${tid}:${aid}:${title}`, kind: 'conversation', title, tid, aid },
      type: spoken && index === last ? 'text_voice' : 'text',
      title,
      text,
      idempotencyKey: `demo:${index}`,
      createAt: Math.round(now - (ago + (last - index) * every) * hour),
    });
  }
}

async function readOlder(db: DatabaseHandle, username: string, upTo: number): Promise<void> {
  const account = await findAccountByName(db, username);
  if (!account) return;
  const { aid } = account;
  const { data } = await listSessions(db, { aid, query: { skip: 0, limit: 100 } });
  for (const { sessionID } of data) await readSession(db, { aid, sessionID, upTo });
}
