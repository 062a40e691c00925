import type { Body, Message } from '@sealflow/contract';

export type PushPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';

/** The payload of a push: ids, never content. */
export type PushNote = {
  readonly msgID: string;
  readonly sessionID: string;
  readonly type: Message['type'];
  /** Null for a message without an organisation. */
  readonly tid: string | null;
  /** The task that the person can approve or reject, with its application; absent without one. */
  readonly flowID?: string;
  readonly taskID?: string;
};

/** The actions of a notification. The app on iOS declares the same names. */
export type NoticeAction = 'approve' | 'reject';

/** Messages from the service worker to the pages. */
export type WorkerMessage =
  | { readonly kind: 'push'; readonly note: PushNote }
  /** The user pressed a notification; `path` is one of the app's addresses. */
  | { readonly kind: 'open'; readonly path: string };

/** The data that a notification needs besides the note, stored where the service worker reads it. */
export type PushRecord = {
  readonly accountId: string;
  readonly deviceId: string;
  readonly language: 'zh' | 'en';
};

/** Push messages to this device. */
export type PushPort = {
  readonly provider: Body<'PUT /api/v1/devices/{deviceID}/push'>['provider'];
  permission(): Promise<PushPermission>;
  /** Shows the permission prompt; must follow a press. */
  requestPermission(): Promise<PushPermission>;
  /**
   * Subscribes the device, and stores the account.
   * @param key - the service's key, for providers that need it.
   * @returns the token that the service sends to. Rejects if the provider is unreachable.
   */
  subscribe(record: PushRecord, key: () => Promise<string>): Promise<string>;
  unsubscribe(): Promise<void>;
  /** Clears the shown notifications, because the user is in the app. */
  clearNotices(): Promise<void>;
  /**
   * Notifies of a changed token since `subscribe`.
   * @returns a function that ends the subscription.
   */
  subscribeToToken(listener: () => void): () => void;
  /**
   * Notifies of messages that arrive, and of notifications that are pressed, while the app is open.
   * @returns a function that ends the subscription.
   */
  subscribeToMessages(listener: (message: WorkerMessage) => void): () => void;
};
