import type { KeyboardPort } from '../../ports/keyboard.port.ts';

/**
 * The visual viewport: iOS overlays its keyboard on the page. Where the page itself shrinks
 * (`interactive-widget=resizes-content`) nothing is covered, and no event reports the keyboard.
 */
export function createWebKeyboard(): KeyboardPort {
  const viewport = globalThis.visualViewport ?? null;
  let known = { isVisible: false, covered: 0 };
  const measure = () => {
    // A pinch zoom also shrinks the viewport, without a keyboard.
    const isPinched = viewport === null || viewport.scale > 1.01;
    const below = isPinched ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    const covered = Math.max(0, Math.round(below));
    if (covered !== known.covered) known = { isVisible: covered > 0, covered };
  };
  return {
    state: () => known,
    subscribe(listener) {
      const tell = () => {
        measure();
        listener();
      };
      // Measured only if a field has the focus: measuring at once would force a second layout of the page.
      if (document.activeElement?.matches('input, textarea') === true) measure();
      viewport?.addEventListener('resize', tell);
      viewport?.addEventListener('scroll', tell);
      return () => {
        viewport?.removeEventListener('resize', tell);
        viewport?.removeEventListener('scroll', tell);
      };
    },
  };
}
