import type { NoticeAction, PushNote } from '../ports/push.port.ts';

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
  const { msgID, sessionID, type, tid, flowID, taskID } = (data ?? {}) as Readonly<
    Record<keyof PushNote, unknown>
  >;
  // Browsers reject a notification without a tag, which is the session's id.
  if (!isName(msgID) || !isName(sessionID)) return null;
  const note = { msgID, sessionID, type: isType(type) ? type : 'text', tid: isName(tid) ? tid : null };
  const isDecidable = note.type === 'task' && note.tid !== null && isName(flowID) && isName(taskID);
  return isDecidable ? { ...note, flowID, taskID } : note;
}

/** The actions that a notification offers: none unless the person can decide the task. */
export const actionsOfNote = (note: PushNote | null): readonly NoticeAction[] =>
  note?.taskID === undefined ? [] : ['approve', 'reject'];

const pathByAction: Readonly<Record<NoticeAction, string>> = { approve: '/taskagree', reject: '/taskrefuse' };

const isAction = (name: string | undefined): name is NoticeAction =>
  name !== undefined && Object.hasOwn(pathByAction, name);

/**
 * The app's address that a notification opens. An action leads to the form of the decision, which the person still has to confirm.
 * A press without an action leads to the details of the task if there is one to decide, otherwise to the conversation.
 */
export function pathOfNote(note: PushNote | null, action?: string): string {
  if (note === null) return '/';
  const { sessionID, tid, flowID, taskID } = note;
  if (tid === null || flowID === undefined || taskID === undefined)
    return `/messagelist?${new URLSearchParams({ sessionID })}`;
  const path = isAction(action) ? pathByAction[action] : '/flowinfo';
  return `${path}?${new URLSearchParams({ flowID, taskID, tid, from: 'notice' })}`;
}
