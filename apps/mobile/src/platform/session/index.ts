export {
  SessionContext,
  useSessionActions,
  useSignedIn,
  useTenant,
  useTokenRefresh,
} from './session.hook.ts';
export {
  type Account,
  type CurrentTenant,
  type ExpiredSession,
  type Session,
  type SignedIn,
  useSessionStore,
} from './session.store.ts';
export { createSession, type SessionActions } from './session.usecases.ts';
export { decideFailure, decideStart } from './start.rules.ts';
export type { Credentials } from './token-requests.client.ts';
