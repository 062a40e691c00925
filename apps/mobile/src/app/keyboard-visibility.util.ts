import type { KeyboardPort } from '../platform/ports/keyboard.port.ts';

/**
 * Marks the page while the on-screen keyboard is visible, for styles that make room for it. If the keyboard makes the
 * page smaller, the field being edited is scrolled into view; if it covers the page, the browser does that.
 */
export function trackKeyboard(keyboard: KeyboardPort): void {
  const page = document.documentElement;
  keyboard.subscribe(() => {
    const { isVisible, covered } = keyboard.state();
    page.toggleAttribute('data-keyboard', isVisible);
    if (!isVisible || covered > 0) return;
    const scrollToField = () => document.activeElement?.scrollIntoView({ block: 'nearest' });
    scrollToField();
    addEventListener('resize', scrollToField, { once: true });
  });
}
