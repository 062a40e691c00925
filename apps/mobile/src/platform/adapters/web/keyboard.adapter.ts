import type { KeyboardPort } from '../../ports/keyboard.port.ts';

/**
 * The visual viewport: iOS overlays its keyboard on the page. Where the page itself shrinks
 * (`interactive-widget=resizes-content`) nothing is covered, and no event reports the keyboard.
 */
export function createWebKeyboard(): KeyboardPort {
  const viewport = globalThis.visualViewport ?? null;
  let current = { isVisible: false, covered: 0 };
  const measure = () => {
    // A pinch zoom also shrinks the viewport, without a keyboard.
    const isPinched = viewport === null || viewport.scale > 1.01;
    const below = isPinched ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    const covered = Math.max(0, Math.round(below));
    if (covered !== current.covered) current = { isVisible: covered > 0, covered };
  };
  return {
    state: () => current,
    subscribe(listener) {
      const notify = () => {
        measure();
        listener();
      };
      // Measured only if a field has the focus: measuring at once would force a second layout of the page.
      if (document.activeElement?.matches('input, textarea') === true) measure();
      viewport?.addEventListener('resize', notify);
      viewport?.addEventListener('scroll', notify);
      return () => {
        viewport?.removeEventListener('resize', notify);
        viewport?.removeEventListener('scroll', notify);
      };
    },
  };
}
