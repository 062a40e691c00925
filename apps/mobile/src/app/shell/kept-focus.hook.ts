import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus to the screen's scroll area when the focused element disappears (a retry that worked, a deleted
 * row), so that the keyboard continues there instead of at the top of the page.
 */
export function useKeptFocus(
  screen: RefObject<HTMLElement | null>,
  heir: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const root = screen.current;
    if (root === null) return undefined;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return;
      last = null;
      heir.current?.focus({ preventScroll: true });
    });
    root.addEventListener('focusin', note);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [screen, heir]);
}
