import { limits } from '@sealflow/domain/limits';
import type { Language } from '../../infra/http/language.util.ts';
import type { PushNote } from '../../infra/push/index.ts';
import type { PostedMessage } from '../messages/fanout.usecases.ts';

const lifetimeMs = 86_400_000;

/** Equal for every message: the content of a message is never part of a push. */
const titles: Record<Language, string> = { zh: '您有一条新消息', en: 'You have a new message' };

/** A push that quiet hours held is as old as their end. */
const expiryOf = ({ createAt }: PostedMessage, releasedAt: Date | null) =>
  Math.max(createAt, releasedAt?.getTime() ?? 0) + lifetimeMs;

/** Whether the message is withdrawn or too old for a push. */
export function isExpired(message: PostedMessage, now: number, releasedAt: Date | null = null): boolean {
  return message.isWithdrawn || expiryOf(message, releasedAt) <= now;
}

export function toPushNote(
  message: PostedMessage,
  {
    language,
    releasedAt,
    unread = limits.unreadMessagesBadgeCount,
  }: { language: Language; releasedAt: Date | null; unread?: number | undefined },
): PushNote {
  const { msgID, sessionID, type, tid } = message;
  return {
    data: { msgID, sessionID, type, tid },
    title: titles[language],
    badge: unread,
    expireAt: expiryOf(message, releasedAt),
  };
}
