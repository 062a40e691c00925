export { onPushMessage } from './push.events.ts';
export { type PushState, usePush, usePushRegistration } from './push.hook.ts';
export type { PushNote } from './push.messages.ts';
export { usePushStore } from './push.store.ts';
export { endPush } from './registration.usecases.ts';
