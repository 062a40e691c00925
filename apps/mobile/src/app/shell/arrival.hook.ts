import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useVisitKey } from './scroll.hook.ts';

/** The visit whose heading has had the focus; null before the first screen of all. */
let arrived: string | null = null;

/**
 * Brings the focus to the heading of a screen that one has come to, so that readers say where one is and the keyboard
 * goes on from there. The page's own first screen is left as the browser opens it.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const visit = useVisitKey();
  useLayoutEffect(() => {
    const isFirst = arrived === null;
    const isElsewhere = arrived !== visit;
    arrived = visit;
    // A screen that is drawn anew in the same visit takes the focus from nobody.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isFirst && (isElsewhere || isLost)) heading.current?.focus({ preventScroll: true });
  }, [visit]);
  return heading;
}
