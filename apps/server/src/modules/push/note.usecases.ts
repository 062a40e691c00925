import { limits } from '@sealflow/domain/limits';
import type { Language } from '../../infra/http/language.adapter.ts';
import type { PushNote } from '../../infra/push/index.ts';
import type { PostedMessage } from '../messages/fanout.usecases.ts';

const day = 86_400_000;

/** Equal for every message: the content of a message is never part of a push. */
const titles: Record<Language, string> = { zh: '您有一条新消息', en: 'You have a new message' };

const endOf = ({ createAt }: PostedMessage) => createAt + day;

/** Whether the message is withdrawn or too old for a push. */
export function isOver(message: PostedMessage, now: number): boolean {
  return message.isWithdrawn || endOf(message) <= now;
}

export function noteOf(
  message: PostedMessage,
  { language, unread = limits.unreadMessagesBadge }: { language: Language; unread?: number | undefined },
): PushNote {
  const { msgID, sessionID, type, tid } = message;
  return {
    data: { msgID, sessionID, type, tid },
    title: titles[language],
    badge: unread,
    expireAt: endOf(message),
  };
}
