import type { KeyboardPort } from '../../ports/keyboard.port.ts';

/**
 * The visual viewport: iOS lays its keyboard over the page. Where the page itself becomes smaller
 * (`interactive-widget=resizes-content`) nothing is covered, and nobody says that a keyboard stands.
 */
export function createWebKeyboard(): KeyboardPort {
  const viewport = globalThis.visualViewport ?? null;
  let known = { isVisible: false, covered: 0 };
  const measure = () => {
    // A pinch makes the viewport small as well; that is no keyboard.
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
      // A keyboard stands only beside a field; to measure at once has the whole page laid out twice.
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
