import { useCallback, useMemo } from 'react';
import { type PreferencesPort, usePlatform } from '../../platform/index.ts';
import { type ExpiredSession, useSessionStore } from '../../platform/session/index.ts';
import { parseSignInDraft, type SignInDraft, signInDraftKey } from './sign-in-draft.rules.ts';

export const saveSignInDraft = (preferences: PreferencesPort, draft: SignInDraft): Promise<void> =>
  preferences.set(signInDraftKey, JSON.stringify(draft));

/** A user who resumes their own session has accepted the agreement before, unless they declined its new version. */
const draftOf = (expiredSession: ExpiredSession | null, stored: SignInDraft | null): SignInDraft => ({
  name: expiredSession?.name ?? stored?.name ?? '',
  agreed: stored?.agreed ?? expiredSession !== null,
});

/** The stored draft. It survives a change of the sign-in page, a reload and a killed tab. */
export function useSignInDraft(): SignInDraft {
  const { preferences } = usePlatform();
  const expiredSession = useSessionStore(({ session }) =>
    session.phase === 'signedOut' ? session.expired : null,
  );
  return useMemo(
    () => draftOf(expiredSession, parseSignInDraft(preferences.getSync(signInDraftKey))),
    [preferences, expiredSession],
  );
}

export function useSaveSignInDraft(): (draft: SignInDraft) => void {
  const { preferences } = usePlatform();
  return useCallback((draft) => void saveSignInDraft(preferences, draft), [preferences]);
}

export function useDeleteSignInDraft(): () => Promise<void> {
  const { preferences } = usePlatform();
  return useCallback(() => preferences.remove(signInDraftKey), [preferences]);
}
