import type { PushPermission, PushPort } from '../../ports/push.port.ts';
import type { PushRecord, WorkerMessage } from '../../push/push.messages.ts';

type MemoryPushOptions = {
  readonly permission?: PushPermission;
  /** What the person answers when they are asked. */
  readonly answer?: PushPermission;
};

/** What a test moves by hand beside the port itself. */
export type MemoryPush = PushPort & {
  /** For whom the device takes pushes; null where it does not. */
  readonly record: () => PushRecord | null;
  readonly deliver: (message: WorkerMessage) => void;
  /** What the person answers when they are asked. */
  readonly setAnswer: (answer: PushPermission) => void;
  /** The provider gives another token. */
  readonly changeToken: () => void;
};

export function createMemoryPush({
  permission = 'prompt',
  answer = 'granted',
}: MemoryPushOptions = {}): MemoryPush {
  const listeners = new Set<(message: WorkerMessage) => void>();
  let current = permission;
  let said = answer;
  let record: PushRecord | null = null;
  const tokenListeners = new Set<() => void>();
  return {
    provider: 'webpush',
    permission: async () => current,
    ask: async () => {
      current = said;
      return current;
    },
    subscribe: async (forWhom, key) => {
      record = forWhom;
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
      said = next;
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
