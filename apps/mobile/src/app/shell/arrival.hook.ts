import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useVisitKey } from './scroll.hook.ts';

/** The visit whose heading has had the focus; null before the first screen of all. */
let arrived: string | null = null;

/** Where the focus was when the code of a screen began to be waited for; null while none is waited for. */
let wait: { readonly focus: Element | null } | null = null;

/** Marks that the code of a screen is waited for, as long as what shows this is there. */
export function useArrivalWait(): void {
  useLayoutEffect(() => {
    const begun = { focus: document.activeElement };
    wait = begun;
    return () => {
      // The screen that comes instead asks for it in the same commit.
      queueMicrotask(() => {
        if (wait === begun) wait = null;
      });
    };
  }, []);
}

/**
 * Brings the focus to the heading of a screen that one has come to, so that readers say where one is and the keyboard
 * goes on from there. The page's own first screen is left as the browser opens it. So is the focus that a person has
 * moved, to the tab bar for one, while the screen's code was on its way: an Enter would go elsewhere.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useVisitKey();
  useLayoutEffect(() => {
    const isFirst = arrived === null;
    const isElsewhere = arrived !== visit;
    arrived = visit;
    // A screen that is drawn anew in the same visit takes the focus from nobody.
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement === null;
    const isMoved = !isLost && wait !== null && activeElement !== wait.focus;
    if (!isFirst && !isMoved && (isElsewhere || isLost)) heading.current?.focus({ preventScroll: true });
  }, [visit]);
  return heading;
}
