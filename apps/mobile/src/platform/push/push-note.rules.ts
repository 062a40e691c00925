import type { PushNote } from './push.messages.ts';

const types: ReadonlySet<unknown> = new Set<PushNote['type']>([
  'announcement',
  'text',
  'text_voice',
  'flow',
  'task',
]);
const isType = (type: unknown): type is PushNote['type'] => types.has(type);
const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The note in what a push carries; null where it is none of ours. Providers that carry texts alone leave a missing organisation out. */
export function noteOf(data: unknown): PushNote | null {
  const { msgID, sessionID, type, tid } = (data ?? {}) as Readonly<Record<keyof PushNote, unknown>>;
  // A notification without the name of its conversation is one that browsers refuse to show.
  if (!isName(msgID) || !isName(sessionID)) return null;
  return { msgID, sessionID, type: isType(type) ? type : 'text', tid: isName(tid) ? tid : null };
}

/** The app's address that a push leads to. */
export const pathOfNote = (note: PushNote | null): string =>
  note === null ? '/' : `/messagelist?${new URLSearchParams({ sessionID: note.sessionID })}`;
