import type { PushNote } from '../ports/push.port.ts';

const types: ReadonlySet<unknown> = new Set<PushNote['type']>([
  'announcement',
  'text',
  'text_voice',
  'flow',
  'task',
]);
const isType = (type: unknown): type is PushNote['type'] => types.has(type);
const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the note from a push payload; null if it is not ours. Providers that carry only strings omit a missing
 * organisation.
 */
export function parsePushNote(data: unknown): PushNote | null {
  const { msgID, sessionID, type, tid } = (data ?? {}) as Readonly<Record<keyof PushNote, unknown>>;
  // Browsers reject a notification without a tag, which is the session's id.
  if (!isName(msgID) || !isName(sessionID)) return null;
  return { msgID, sessionID, type: isType(type) ? type : 'text', tid: isName(tid) ? tid : null };
}

/** The app's address that a push opens. */
export const pathOfNote = (note: PushNote | null): string =>
  note === null ? '/' : `/messagelist?${new URLSearchParams({ sessionID: note.sessionID })}`;
