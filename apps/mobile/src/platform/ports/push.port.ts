import type { Body } from '@sealflow/contract';
import type { PushRecord, WorkerMessage } from '../push/push-messages.rules.ts';

export type PushPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';

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
