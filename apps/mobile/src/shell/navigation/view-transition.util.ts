import { addTransitionType, startTransition } from 'react';

const openSession = 'open-session';

/** For `ViewTransition`: only navigations by `openWithTransition` are animated. */
export const openSessionTransition = { [openSession]: openSession, default: 'none' } as const;

/** Runs a navigation as the only animated one: from the session list to a message list (section 2). */
export function openWithTransition(go: () => void): void {
  startTransition(() => {
    addTransitionType(openSession);
    go();
  });
}
