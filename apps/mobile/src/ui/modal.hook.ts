import { type RefObject, useLayoutEffect } from 'react';

/** The escape key closes one thing: what lies below a dialog must not hear it too. */
const keepEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** Safari 15.0 to 15.3 knows no modal dialogs: there it lies above the rest without making that inert. */
function showPlainly(dialog: HTMLElement): undefined {
  dialog.setAttribute('open', '');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
}

/**
 * Shows an element as the browser's own modal dialog: it keeps the focus, hides the rest from readers and takes the
 * close gestures of the system, and costs the first screen nothing, where a library's costs 26 KiB.
 */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  initialFocus?: RefObject<HTMLElement | null>,
): void {
  // Closed while it still stands in the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    if (typeof dialog.showModal !== 'function') return showPlainly(dialog);
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
