import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findAccountByName } from '../../modules/accounts/accounts.usecases.ts';
import {
  listSessions,
  markSessionRead,
  postAnnouncement,
  postMessage,
} from '../../modules/messages/messages.usecases.ts';
import { type DemoConversation, demoAnnouncements, demoConversations } from './demo-messages.table.ts';
import { demoPeople } from './demo-people.table.ts';

const hourMs = 3_600_000;
/** Older messages are marked as read. */
const readAfterMs = 30 * hourMs;

/** Posts announcements and conversations. Idempotent. */
export async function seedMessages(db: DatabaseHandle, now: number): Promise<void> {
  for (const [index, { hoursAgo, ...announcement }] of demoAnnouncements.entries()) {
    const createAt = now - hoursAgo * hourMs;
    await postAnnouncement(db, { ...announcement, idempotencyKey: `demo:${index}`, createAt });
  }
  for (const conversation of demoConversations) await seedConversation(db, conversation, now);
  for (const { username } of demoPeople) await markOlderAsRead(db, username, now - readAfterMs);
}

async function seedConversation(
  db: DatabaseHandle,
  conversation: DemoConversation,
  now: number,
): Promise<void> {
  const { reader, title, tid, hoursAgo, intervalHours, texts, hasVoice } = conversation;
  const account = await findAccountByName(db, reader);
  if (!account) return;
  const { aid } = account;
  const last = texts.length - 1;
  for (const [index, text] of texts.entries()) {
    await postMessage(db, {
      channel: { key: `conversation:${tid}:${aid}:${title}`, kind: 'conversation', title, tid, aid },
      type: hasVoice && index === last ? 'text_voice' : 'text',
      title,
      text,
      idempotencyKey: `demo:${index}`,
      createAt: Math.round(now - (hoursAgo + (last - index) * intervalHours) * hourMs),
    });
  }
}

async function markOlderAsRead(db: DatabaseHandle, username: string, upTo: number): Promise<void> {
  const account = await findAccountByName(db, username);
  if (!account) return;
  const { aid } = account;
  const { data } = await listSessions(db, { aid, query: { skip: 0, limit: 100 } });
  for (const { sessionID } of data) await markSessionRead(db, { aid, sessionID, upTo });
}
