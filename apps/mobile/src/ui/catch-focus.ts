/**
 * A ref for what takes the place of the button that was pressed: where that is gone with the focus, the keyboard goes on
 * here instead of at the top of the page.
 */
export function catchFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
