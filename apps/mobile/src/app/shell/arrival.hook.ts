import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useVisitKey } from './scroll.hook.ts';

/** The visit whose heading last had the focus; null before the first screen. */
let arrived: string | null = null;

/** The element with the focus when a screen's code began to load; null while none loads. */
let wait: { readonly focus: Element | null } | null = null;

/** Marks that a screen's code is loading, as long as the component is mounted. */
export function useArrivalWait(): void {
  useLayoutEffect(() => {
    const begun = { focus: document.activeElement };
    wait = begun;
    return () => {
      // The screen that replaces it reads the mark in the same commit.
      queueMicrotask(() => {
        if (wait === begun) wait = null;
      });
    };
  }, []);
}

/**
 * Focuses the heading of a screen on arrival, so that screen readers announce it and the keyboard continues there.
 * The page's first screen keeps the browser's focus. So does a focus that the user has moved, for example to the tab
 * bar, while the screen's code loaded: an Enter would trigger something else.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useVisitKey();
  useLayoutEffect(() => {
    const isFirst = arrived === null;
    const isElsewhere = arrived !== visit;
    arrived = visit;
    // A screen that remounts within the same visit does not take the focus from another element.
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement === null;
    const isMoved = !isLost && wait !== null && activeElement !== wait.focus;
    if (!isFirst && !isMoved && (isElsewhere || isLost)) heading.current?.focus({ preventScroll: true });
  }, [visit]);
  return heading;
}
