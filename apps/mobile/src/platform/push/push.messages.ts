import type { Message } from '@sealflow/contract';

/** What a push says: names of things, never their contents. */
export type PushNote = {
  readonly msgID: string;
  readonly sessionID: string;
  readonly type: Message['type'];
  /** Null for what concerns no organisation. */
  readonly tid: string | null;
};

/** What the service worker tells the pages. */
export type WorkerMessage =
  | { readonly kind: 'push'; readonly note: PushNote }
  /** The person pressed a notification; `path` is one of the app's addresses. */
  | { readonly kind: 'open'; readonly path: string };

/** An address of the app, as browsers read it: two slashes name another host, also with a tab between them. */
const isAddress = (path: unknown): boolean =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path.replaceAll(/[\t\n\r]/g, ''));

/** The service worker asks pages for films, too: that is no message to a person. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage => {
  const { kind, path, note } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'open') return isAddress(path);
  return kind === 'push' && typeof note === 'object' && note !== null;
};

/** What a push shows beside the note, kept where the service worker reads it. */
export type PushRecord = {
  readonly accountId: string;
  readonly deviceId: string;
  readonly language: 'zh' | 'en';
};

/** Its key in the store that pages and service worker share. */
export const pushRecordKey = 'push';
