import type { KeyboardPort } from '../platform/ports/keyboard.port.ts';

/**
 * Marks the page while a keyboard stands, for what makes room for it. A page that becomes smaller leaves the field that
 * is written in where it was; one that is covered is moved by the browser itself.
 */
export function followKeyboard(keyboard: KeyboardPort): void {
  const page = document.documentElement;
  keyboard.subscribe(() => {
    const { isVisible, covered } = keyboard.state();
    page.toggleAttribute('data-keyboard', isVisible);
    if (!isVisible || covered > 0) return;
    const show = () => document.activeElement?.scrollIntoView({ block: 'nearest' });
    show();
    addEventListener('resize', show, { once: true });
  });
}
