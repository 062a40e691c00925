import { useEffect, useState } from 'react';

/**
 * How many CSS pixels of the page's end a screen keyboard covers. Where the page itself becomes smaller
 * (`interactive-widget=resizes-content`) that is 0; iOS lays the keyboard over it.
 */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return undefined;
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      // A pinch makes the viewport small as well; that is no keyboard.
      setInset(viewport.scale > 1.01 ? 0 : Math.max(0, Math.round(covered)));
    };
    // A keyboard stands only beside a field; to measure at once has the whole page laid out twice.
    if (document.activeElement?.matches('input, textarea') === true) measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, []);
  return inset;
}
