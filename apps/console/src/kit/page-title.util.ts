/**
 * Moves the focus to the title of the page, as the opening of a page does. For a button that removes itself: the focus would
 * fall to the body, where a keyboard starts at the beginning of the window.
 */
export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}
