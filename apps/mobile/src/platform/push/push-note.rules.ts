import type { PushNote } from './push.messages.ts';

/** The note in what a push carries; null where it is none of ours. Providers that carry texts alone leave a missing organisation out. */
export function noteOf(data: unknown): PushNote | null {
  const { msgID, sessionID, type, tid } = (data ?? {}) as Partial<PushNote>;
  if (typeof msgID !== 'string' || typeof sessionID !== 'string') return null;
  return { msgID, sessionID, type: type ?? 'text', tid: typeof tid === 'string' ? tid : null };
}

/** The app's address that a push leads to. */
export const pathOfNote = (note: PushNote | null): string =>
  note === null ? '/' : `/messagelist?${new URLSearchParams({ sessionID: note.sessionID })}`;
