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

/** The service worker asks pages for films, too: that is no message to a person. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage => {
  const { kind } = (data ?? {}) as { readonly kind?: unknown };
  return kind === 'push' || kind === 'open';
};

/** What a push shows beside the note, kept where the service worker reads it. */
export type PushRecord = {
  readonly accountId: string;
  readonly deviceId: string;
  readonly language: 'zh' | 'en';
};

/** Its key in the store that pages and service worker share. */
export const pushRecordKey = 'push';
