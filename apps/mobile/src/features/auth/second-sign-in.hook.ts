import { type Credentials, useSessionActions } from '../../platform/session/index.ts';
import { useForgetEntryDraft } from './entry-draft.hook.ts';
import { forgetHalfWay } from './half-way.store.ts';

/** Signs in with both factors, then deletes the stored first factor and the draft. */
export function useSecondSignIn() {
  const { signIn } = useSessionActions();
  const forgetDraft = useForgetEntryDraft();
  return async (credentials: Credentials, signal: AbortSignal): Promise<void> => {
    await signIn(credentials, signal);
    forgetHalfWay();
    await forgetDraft();
  };
}
