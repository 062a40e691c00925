import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { useSessionStore } from '../../platform/session/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { announceTakeOver, prerenderedAttribute } from '../../shell/prerendered.util.ts';

/** Whether the document shows its sign-in form, which waits for React. */
export const isPrerendered = (root: HTMLElement): boolean => root.hasAttribute(prerenderedAttribute);

/** Whether the first screen is the sign-in form as the document has it. */
function isSameForm(): boolean {
  const { session } = useSessionStore.getState();
  return session.phase === 'signedOut' && session.notice === null && session.expired === null;
}

/** Renders the app into the root. It continues with the form of the document, with everything that was typed into it. */
export function renderInto(root: HTMLElement, app: ReactNode, options: RootOptions): void {
  if (isPrerendered(root) && isSameForm()) {
    // The address that the first path redirects to: the first render has to be the form itself.
    if (window.location.pathname === paths.root)
      window.history.replaceState(window.history.state, '', paths.pwdlogin);
    hydrateRoot(root, app, options);
    return;
  }
  root.replaceChildren();
  announceTakeOver('replaced');
  const reactRoot = createRoot(root, options);
  // A transition renders in slices, so that the longest task of a start is shorter.
  startTransition(() => reactRoot.render(app));
}
