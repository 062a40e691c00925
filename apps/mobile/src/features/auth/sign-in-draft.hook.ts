import { useCallback, useEffect, useState } from 'react';
import { type PreferencesPort, usePlatform } from '../../platform/index.ts';
import { type ExpiredSession, useSessionStore } from '../../platform/session/index.ts';

const draftKey = 'draft:entry:sign-in';

/** The typed name and consent, shared by both sign-in pages; never a password or a code. */
export type SignInDraft = { readonly name: string; readonly agreed: boolean };

function parseDraft(text: string | null): SignInDraft | null {
  try {
    return text === null ? null : (JSON.parse(text) as SignInDraft);
  } catch {
    return null;
  }
}

export const saveSignInDraft = (preferences: PreferencesPort, draft: SignInDraft): Promise<void> =>
  preferences.set(draftKey, JSON.stringify(draft));

/** A user who resumes their own session has accepted the agreement before, unless they declined its new version. */
const draftOf = (expiredSession: ExpiredSession | null, stored: SignInDraft | null): SignInDraft => ({
  name: expiredSession?.name ?? stored?.name ?? '',
  agreed: stored?.agreed ?? expiredSession !== null,
});

/**
 * The stored draft; null until it is read. It survives a change of the sign-in page, a reload and a killed tab.
 */
export function useSignInDraft(): SignInDraft | null {
  const { preferences } = usePlatform();
  const expiredSession = useSessionStore(({ session }) =>
    session.phase === 'signedOut' ? session.expired : null,
  );
  const [draft, setDraft] = useState<SignInDraft | null>(null);
  useEffect(() => {
    let isActive = true;
    const read = async () => {
      const stored = parseDraft(await preferences.get(draftKey));
      if (isActive) setDraft(draftOf(expiredSession, stored));
    };
    void read();
    return () => {
      isActive = false;
    };
  }, [preferences, expiredSession]);
  return draft;
}

export function useSaveSignInDraft(): (draft: SignInDraft) => void {
  const { preferences } = usePlatform();
  return useCallback((draft) => void saveSignInDraft(preferences, draft), [preferences]);
}

export function useDeleteSignInDraft(): () => Promise<void> {
  const { preferences } = usePlatform();
  return useCallback(() => preferences.remove(draftKey), [preferences]);
}
