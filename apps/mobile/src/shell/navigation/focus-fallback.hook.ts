import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus to the screen's scroll area when the focused element disappears (a retry that worked, a deleted
 * row), so that the keyboard continues there instead of at the top of the page.
 */
export function useFocusFallback(
  screen: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const root = screen.current;
    if (root === null) return undefined;
    let lastFocused: EventTarget | null = null;
    const recordFocus = ({ target }: FocusEvent) => {
      lastFocused = target;
    };
    const observer = new MutationObserver(() => {
      if (
        document.activeElement !== document.body ||
        !(lastFocused instanceof Element) ||
        lastFocused.isConnected
      )
        return;
      lastFocused = null;
      fallback.current?.focus({ preventScroll: true });
    });
    root.addEventListener('focusin', recordFocus);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', recordFocus);
      observer.disconnect();
    };
  }, [screen, fallback]);
}
