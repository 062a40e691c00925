import { type RefObject, useLayoutEffect, useRef } from 'react';
import { usePane } from './pane.hook.ts';
import { useVisitKey } from './scroll-restoration.hook.ts';

/** The visit whose heading last had the focus; null before the first screen. */
let focusedVisit: string | null = null;

/** The element with the focus when a screen's code began to load; null while none loads. */
let pendingLoad: { readonly focus: Element | null } | null = null;

/** The row from which the keyboard opened the next screen, as long as it keeps the focus. */
let keptFocus: Element | null = null;

/** Leaves the focus on a row when the screen that it opens arrives: the keyboard moves on through the list. */
export function keepFocusOn(row: Element | null): void {
  keptFocus = row;
}

/** Marks that a screen's code is loading, as long as the component is mounted. */
export function useScreenLoadMark(): void {
  useLayoutEffect(() => {
    const load = { focus: document.activeElement };
    pendingLoad = load;
    return () => {
      // The screen that replaces it reads the mark in the same commit.
      queueMicrotask(() => {
        if (pendingLoad === load) pendingLoad = null;
      });
    };
  }, []);
}

/**
 * Focuses the heading of a screen on arrival, so that screen readers announce it and the keyboard continues there.
 * The page's first screen keeps the browser's focus. So does a focus that the user has moved, for example to the tab
 * bar, while the screen's code loaded: an Enter would trigger something else.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useVisitKey();
  const { isBehind } = usePane();
  // A list beside an open detail is no arrival, neither when it appears nor when the detail closes.
  const isArrival = useRef(!isBehind);
  useLayoutEffect(() => {
    if (!isArrival.current) return;
    const isFirst = focusedVisit === null;
    const isNewVisit = focusedVisit !== visit;
    focusedVisit = visit;
    // A screen that remounts within the same visit does not take the focus from another element.
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement === null;
    const wasMovedByUser = !isLost && pendingLoad !== null && activeElement !== pendingLoad.focus;
    const isKept = !isLost && activeElement === keptFocus;
    if (!isFirst && !wasMovedByUser && !isKept && (isNewVisit || isLost))
      heading.current?.focus({ preventScroll: true });
  }, [visit]);
  return heading;
}
