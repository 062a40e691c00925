import { notices as en } from '../i18n/en/notices.ts';
import { notices as zh } from '../i18n/zh/notices.ts';
import type { PushNote } from '../platform/ports/push.port.ts';
import { actionsOfNote, parsePushNote, pathOfNote } from '../platform/push/push-note.rules.ts';

const texts = { zh, en };

/** The note of a push payload; null if it is not ours. */
export function parsePushData(data: { json(): unknown } | null): PushNote | null {
  try {
    return parsePushNote(data?.json());
  } catch {
    return null;
  }
}

type NoticeOptions = {
  readonly note: PushNote | null;
  readonly language: 'zh' | 'en';
  /** Whether a page of the app is visible. */
  readonly isAppVisible: boolean;
};

/** The notification of a push: the kind of message in the user's language, its actions, and the addresses that they open. */
export function notificationOf({ note, language, isAppVisible }: NoticeOptions) {
  const { pushTitles: titles, pushText, pushActions } = texts[language];
  const actions = actionsOfNote(note);
  const known = note !== null && Object.hasOwn(titles, note.type) ? note.type : 'text';
  return {
    title: titles[known],
    body: pushText,
    lang: language === 'zh' ? 'zh-CN' : 'en',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    // One per conversation: the newest replaces earlier ones. A task to decide has its own, because its actions would go too.
    tag: note?.taskID ?? note?.sessionID ?? 'sealflow',
    renotify: !isAppVisible,
    silent: isAppVisible,
    // Browsers without actions ignore them: the press opens the task.
    actions: actions.map((action) => ({ action, title: pushActions[action] })),
    data: {
      path: pathOfNote(note),
      pathByAction: Object.fromEntries(actions.map((action) => [action, pathOfNote(note, action)])),
    },
  };
}
