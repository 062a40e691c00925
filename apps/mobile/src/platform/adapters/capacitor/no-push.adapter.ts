import type { PushPort } from '../../ports/push.port.ts';

/** A build without a push provider: it offers no push messages and requests no permission. */
export const createNoPush = (): PushPort => ({
  provider: 'webpush',
  permission: async () => 'unsupported',
  requestPermission: async () => 'unsupported',
  subscribe: () => Promise.reject(new Error('this build has no push service')),
  unsubscribe: async () => undefined,
  clearNotices: async () => undefined,
  subscribeToMessages: () => () => undefined,
  subscribeToToken: () => () => undefined,
});
