import { type Credentials, useSessionActions } from '../../../platform/session/index.ts';
import { useDeleteSignInDraft } from '../sign-in-draft.hook.ts';
import { clearPendingSignIn } from './pending-second-factor.store.ts';

/** Signs in with both factors, then deletes the stored first factor and the draft. */
export function useCompleteSignIn() {
  const { signIn } = useSessionActions();
  const deleteDraft = useDeleteSignInDraft();
  return async (credentials: Credentials, signal: AbortSignal): Promise<void> => {
    await signIn(credentials, signal);
    clearPendingSignIn();
    await deleteDraft();
  };
}
