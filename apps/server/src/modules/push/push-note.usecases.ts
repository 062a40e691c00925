import { limits } from '@sealflow/domain/limits';
import type { Language } from '../../infra/http/language.util.ts';
import type { PushNote } from '../../infra/push/index.ts';
import type { PostedMessage } from '../messages/fanout.usecases.ts';
import type { DecidableTask } from './push.types.ts';

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

interface NoteFacts {
  readonly language: Language;
  readonly releasedAt: Date | null;
  readonly unread?: number | undefined;
  /** The task that the notification's actions decide; undefined without actions. */
  readonly task?: DecidableTask | undefined;
}

export function toPushNote(
  message: PostedMessage,
  { language, releasedAt, unread = limits.unreadMessagesBadgeCount, task }: NoteFacts,
): PushNote {
  const { msgID, sessionID, type, tid } = message;
  return {
    data: { msgID, sessionID, type, tid, ...task },
    title: titles[language],
    badge: unread,
    expireAt: expiryOf(message, releasedAt),
  };
}
