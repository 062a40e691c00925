export type { PushNote } from '../ports/push.port.ts';
export { type PushState, usePush, usePushRegistration } from './push.hook.ts';
export { usePushStore } from './push.store.ts';
export { onPushMessage } from './push-events.util.ts';
export { endPush } from './registration.usecases.ts';
