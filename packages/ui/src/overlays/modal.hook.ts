import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';

/** The Escape key closes only the topmost layer, so it must not reach those below a dialog. */
const stopEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** All open modal elements, the topmost last. */
let openModals: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function setOpenModals(next: readonly HTMLElement[]): void {
  openModals = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const topModal = () => openModals[openModals.length - 1] ?? null;

/** The topmost modal element, or null. Content that has to be above everything is rendered inside it. */
export const useTopModal = (): HTMLElement | null => useSyncExternalStore(subscribe, topModal, topModal);

/** Registers a modal element for `useTopModal` that is shown by other code. */
export function useRegisterModal(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const modal = element.current;
    if (modal === null) return undefined;
    setOpenModals([...openModals, modal]);
    return () => setOpenModals(openModals.filter((one) => one !== modal));
  }, [element]);
}

/**
 * Shows an element as a native modal dialog, which traps the focus, hides the rest from screen readers and
 * supports the system's close gestures. It adds nothing to the first screen, whereas a library would add 26
 * KiB.
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  initialFocus?: RefObject<HTMLElement | null>,
): void {
  useRegisterModal(element);
  // Closed while it is still in the page, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    const showModal = () => dialog.showModal();
    // The system can force a dialog to close; one that has to be answered opens again.
    dialog.addEventListener('close', showModal);
    showModal();
    dialog.addEventListener('keydown', stopEscape);
    initialFocus?.current?.focus();
    return () => {
      dialog.removeEventListener('close', showModal);
      dialog.removeEventListener('keydown', stopEscape);
      dialog.close();
    };
  }, [element, initialFocus]);
}
