import { useCallback, useEffect, useState } from 'react';
import { type PreferencesPort, usePlatform } from '../../platform/index.ts';
import { type Left, useSessionStore } from '../../platform/session/index.ts';

const key = 'draft:entry:sign-in';

/** The typed name and consent, shared by both sign-in pages; never a password or a code. */
export type EntryDraft = { readonly name: string; readonly agreed: boolean };

function parse(text: string | null): EntryDraft | null {
  try {
    return text === null ? null : (JSON.parse(text) as EntryDraft);
  } catch {
    return null;
  }
}

export const keepEntryDraft = (preferences: PreferencesPort, draft: EntryDraft): Promise<void> =>
  preferences.set(key, JSON.stringify(draft));

/** A user who resumes their own session has accepted the agreement before. */
const ofLeft = (left: Left | null): EntryDraft => ({ name: left?.name ?? '', agreed: left !== null });

/**
 * The stored draft; null until it is read. It survives a change of the sign-in page, a reload and a killed tab.
 */
export function useEntryDraft(): EntryDraft | null {
  const { preferences } = usePlatform();
  const left = useSessionStore(({ session }) => (session.phase === 'signedOut' ? session.left : null));
  const [draft, setDraft] = useState<EntryDraft | null>(null);
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const kept = left?.name ? null : parse(await preferences.get(key));
      if (wanted) setDraft(kept ?? ofLeft(left));
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [preferences, left]);
  return draft;
}

export function useKeepEntryDraft(): (draft: EntryDraft) => void {
  const { preferences } = usePlatform();
  return useCallback((draft) => void keepEntryDraft(preferences, draft), [preferences]);
}

export function useForgetEntryDraft(): () => Promise<void> {
  const { preferences } = usePlatform();
  return useCallback(() => preferences.remove(key), [preferences]);
}
