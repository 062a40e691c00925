/**
 * A ref for an element that replaces the pressed button: when the focused button was removed, the focus moves
 * here instead of to the top of the page.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
