import { type RefObject, useEffect } from 'react';

/** The field and the rows; the types of results are reached by Tab. */
const stops = 'input[type="search"], li button:not([aria-pressed])';

/** The arrow keys go through the field and the results. */
export function useResultKeys(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const all = () => [...target.querySelectorAll<HTMLElement>(stops)];
    const onArrow = (event: KeyboardEvent) => {
      const { key, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      const at = all().findIndex((stop) => stop === document.activeElement);
      const next = all()[at + (key === 'ArrowDown' ? 1 : -1)];
      if (at === -1 || next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    target.addEventListener('keydown', onArrow);
    return () => target.removeEventListener('keydown', onArrow);
  }, [element]);
}
