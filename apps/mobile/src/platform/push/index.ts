export { type PushState, usePush, usePushRegistration } from './push.hook.ts';
export { usePushStore } from './push.store.ts';
export { onPushMessage } from './push-events.util.ts';
export type { PushNote } from './push-messages.rules.ts';
export { endPush } from './registration.usecases.ts';
