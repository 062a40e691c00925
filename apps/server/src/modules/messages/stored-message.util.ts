import type { MessageLink } from '@sealflow/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../infra/database/index.ts';
import type { Language } from '../../infra/http/language.util.ts';

type MessageRow = Selectable<Database['messages']>;

/** The id of a message. In messages without a stored id, session and sequence make it. */
export const messageIDOf = (row: Pick<MessageRow, 'message_id' | 'session_id' | 'sequence'>): string =>
  row.message_id ?? `${row.session_id}.${row.sequence}`;

type LinkColumns = Pick<MessageRow, 'type' | 'link' | 'flow_id' | 'idempotency_key'>;

/** @param tid - the tenant of the session. */
export function linkOf(
  { type, link, flow_id: flowID, idempotency_key: key }: LinkColumns,
  tid: string | null,
): MessageLink | null {
  if (flowID === null || tid === null) return link;
  return type === 'task'
    ? { kind: 'task', tid, flowID, taskID: taskOfKey(key) }
    : { kind: 'flow', tid, flowID, taskID: null };
}

/** The columns of a link. A notice whose type, session and key have the rest of it stores the application alone. */
export function storedLink(
  link: MessageLink | null,
  { type, tid, key }: { type: MessageRow['type']; tid: string | null; key: string },
): { link: string | null; flow_id: string | null } {
  if (link === null) return { link: null, flow_id: null };
  const { flowID } = link;
  const short = linkOf({ type, link: null, flow_id: flowID, idempotency_key: key }, tid);
  const isSame = short?.kind === link.kind && short.tid === link.tid && short.taskID === link.taskID;
  return isSame ? { link: null, flow_id: flowID } : { link: JSON.stringify(link), flow_id: null };
}

/** The task in a key such as `task:<id>:opened`. */
const taskOfKey = (key: string): string | null => /^task:([^:]+):/.exec(key)?.[1] ?? null;

/** Title and text in a language. */
export function contentIn(
  row: Pick<MessageRow, 'text' | 'texts' | 'english'> & { readonly title?: string },
  language: Language,
): { title: string; text: string } {
  if (language === 'en' && row.english !== null) {
    const titleEnd = row.english.indexOf('\n');
    return { title: row.english.slice(0, titleEnd), text: row.english.slice(titleEnd + 1) };
  }
  return row.texts?.[language] ?? { title: row.title ?? '', text: row.text };
}

/** Title and text in two lines; null if the title has several. */
export const storedEnglish = ({ title, text }: { title: string; text: string }): string | null =>
  title.includes('\n') ? null : `${title}\n${text}`;
