import { limits } from '@sealflow/domain/limits';
import type { Language } from '../../infra/http/language.util.ts';
import type { PushNote } from '../../infra/push/index.ts';
import type { PostedMessage } from '../messages/fanout.usecases.ts';

const lifetimeMs = 86_400_000;

/** Equal for every message: the content of a message is never part of a push. */
const titles: Record<Language, string> = { zh: '您有一条新消息', en: 'You have a new message' };

const expiryOf = ({ createAt }: PostedMessage) => createAt + lifetimeMs;

/** Whether the message is withdrawn or too old for a push. */
export function isExpired(message: PostedMessage, now: number): boolean {
  return message.isWithdrawn || expiryOf(message) <= now;
}

export function toPushNote(
  message: PostedMessage,
  { language, unread = limits.unreadMessagesBadgeCount }: { language: Language; unread?: number | undefined },
): PushNote {
  const { msgID, sessionID, type, tid } = message;
  return {
    data: { msgID, sessionID, type, tid },
    title: titles[language],
    badge: unread,
    expireAt: expiryOf(message),
  };
}
