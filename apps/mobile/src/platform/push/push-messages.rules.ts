import type { Message } from '@sealflow/contract';

/** The payload of a push: ids, never content. */
export type PushNote = {
  readonly msgID: string;
  readonly sessionID: string;
  readonly type: Message['type'];
  /** Null for a message without an organisation. */
  readonly tid: string | null;
};

/** Messages from the service worker to the pages. */
export type WorkerMessage =
  | { readonly kind: 'push'; readonly note: PushNote }
  /** The user pressed a notification; `path` is one of the app's addresses. */
  | { readonly kind: 'open'; readonly path: string };

/** Whether the path stays on this origin: browsers read two slashes as another host, also with a tab in between. */
const isAddress = (path: unknown): boolean =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path.replaceAll(/[\t\n\r]/g, ''));

/** False for the service worker's requests for media, which are not messages to the user. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage => {
  const { kind, path, note } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'open') return isAddress(path);
  return kind === 'push' && typeof note === 'object' && note !== null;
};

/** The data that a notification needs besides the note, stored where the service worker reads it. */
export type PushRecord = {
  readonly accountId: string;
  readonly deviceId: string;
  readonly language: 'zh' | 'en';
};

/** Its key in the store that pages and service worker share. */
export const pushRecordKey = 'push';
