import { addTransitionType, startTransition } from 'react';

const openSession = 'open-session';

/** For `ViewTransition`: only what `openWithTransition` starts is animated. */
export const openSessionTransition = { [openSession]: openSession, default: 'none' } as const;

/** Runs a navigation as the one animated change of screen: from the session list to a message list (section 2). */
export function openWithTransition(go: () => void): void {
  startTransition(() => {
    addTransitionType(openSession);
    go();
  });
}
