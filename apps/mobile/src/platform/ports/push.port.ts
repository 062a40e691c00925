import type { Body } from '@sealflow/contract';
import type { PushRecord, WorkerMessage } from '../push/push.messages.ts';

export type PushPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';

/** Pushes to this device. */
export type PushPort = {
  readonly provider: Body<'PUT /api/v1/devices/{deviceID}/push'>['provider'];
  permission(): Promise<PushPermission>;
  /** Asks the person; only from a press of theirs. */
  ask(): Promise<PushPermission>;
  /**
   * Has the device take pushes, and keeps for whom.
   * @param key - asked for where the provider wants to know the service's key.
   * @returns the token that the service pushes to. Rejects where the provider cannot be reached.
   */
  subscribe(record: PushRecord, key: () => Promise<string>): Promise<string>;
  unsubscribe(): Promise<void>;
  /** Takes away what is shown of pushes: the person is in the app. */
  clearNotices(): Promise<void>;
  /** Told where the provider has given the device another token than `subscribe` did. Returns its end. */
  subscribeToToken(listener: () => void): () => void;
  /** Told of pushes that come, and of notifications that are pressed, while the app is open. Returns its end. */
  subscribeToMessages(listener: (message: WorkerMessage) => void): () => void;
};
