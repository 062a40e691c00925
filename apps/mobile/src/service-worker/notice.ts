import { notices as en } from '../i18n/en/notices.ts';
import { notices as zh } from '../i18n/zh/notices.ts';
import type { PushNote } from '../platform/push/push.messages.ts';
import { noteOf, pathOfNote } from '../platform/push/push-note.rules.ts';

const texts = { zh, en };

/** What a push carries; null where it is none of ours. */
export function noteIn(data: { json(): unknown } | null): PushNote | null {
  try {
    return noteOf(data?.json());
  } catch {
    return null;
  }
}

type NoticeOptions = {
  readonly note: PushNote | null;
  readonly language: 'zh' | 'en';
  /** Whether a page of the app is before the person's eyes. */
  readonly isSeen: boolean;
};

/** The notification of a push: what kind of thing came, in the person's language, and the address that it leads to. */
export function noticeOf({ note, language, isSeen }: NoticeOptions) {
  const { pushTitles: titles, pushText } = texts[language];
  const known = note !== null && Object.hasOwn(titles, note.type) ? note.type : 'text';
  return {
    title: titles[known],
    body: pushText,
    lang: language === 'zh' ? 'zh-CN' : 'en',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    // One for each conversation: the newest stands for those before it.
    tag: note?.sessionID ?? 'sealflow',
    renotify: !isSeen,
    silent: isSeen,
    data: { path: pathOfNote(note) },
  };
}
