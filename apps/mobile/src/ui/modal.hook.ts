import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';

/** The escape key closes one thing: what lies below a dialog must not hear it too. */
const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** Everything modal that is open, the topmost last. */
let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The topmost modal element; null for none. What must be seen and pressed above all is drawn inside it. */
export const useTopModal = (): HTMLElement | null =>
  useSyncExternalStore(subscribe, () => open[open.length - 1] ?? null);

/** Makes a modal element that somebody else shows known to `useTopModal`. */
export function useStandsOnTop(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const modal = element.current;
    if (modal === null) return undefined;
    change([...open, modal]);
    return () => change(open.filter((one) => one !== modal));
  }, [element]);
}

/**
 * Shows an element as the browser's own modal dialog: it keeps the focus, hides the rest from readers and takes the
 * close gestures of the system, and costs the first screen nothing, where a library's costs 26 KiB.
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  initialFocus?: RefObject<HTMLElement | null>,
): void {
  useStandsOnTop(element);
  // Closed while it still stands in the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    const show = () => dialog.showModal();
    // A system can insist on closing; what must be answered then opens again.
    dialog.addEventListener('close', show);
    show();
    dialog.addEventListener('keydown', keepEscape);
    initialFocus?.current?.focus();
    return () => {
      dialog.removeEventListener('close', show);
      dialog.removeEventListener('keydown', keepEscape);
      dialog.close();
    };
  }, [element, initialFocus]);
}
