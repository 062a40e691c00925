import type { PushPermission, PushPort, PushRecord, WorkerMessage } from '../../ports/push.port.ts';

type MemoryPushOptions = {
  readonly permission?: PushPermission;
  /** The user's answer to the permission prompt. */
  readonly answer?: PushPermission;
};

/** Controls for tests besides the port itself. */
export type MemoryPush = PushPort & {
  /** The subscription's account; null while there is none. */
  readonly record: () => PushRecord | null;
  readonly deliver: (message: WorkerMessage) => void;
  /** Sets the user's answer to the permission prompt. */
  readonly setAnswer: (answer: PushPermission) => void;
  /** Simulates a new token from the provider. */
  readonly changeToken: () => void;
};

export function createMemoryPush({
  permission = 'prompt',
  answer = 'granted',
}: MemoryPushOptions = {}): MemoryPush {
  const listeners = new Set<(message: WorkerMessage) => void>();
  let current = permission;
  let promptAnswer = answer;
  let record: PushRecord | null = null;
  const tokenListeners = new Set<() => void>();
  return {
    provider: 'webpush',
    permission: async () => current,
    requestPermission: async () => {
      current = promptAnswer;
      return current;
    },
    subscribe: async (newRecord, key) => {
      record = newRecord;
      return `subscription:${await key()}`;
    },
    unsubscribe: async () => {
      record = null;
    },
    clearNotices: async () => undefined,
    subscribeToMessages: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribeToToken: (listener) => {
      tokenListeners.add(listener);
      return () => void tokenListeners.delete(listener);
    },
    setAnswer: (next) => {
      promptAnswer = next;
    },
    changeToken: () => {
      for (const listener of tokenListeners) listener();
    },
    record: () => record,
    deliver: (message) => {
      for (const listener of listeners) listener(message);
    },
  };
}
