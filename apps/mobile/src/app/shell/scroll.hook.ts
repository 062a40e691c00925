import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isExit } from './view.hook.ts';

/** Scroll positions of this session by visit; a tab has one position however it is reached. */
const places = new Map<string, number>();

/** Id of a screen's visit: the same after going back to it, and while layers open over it. */
export function useVisitKey(): string {
  const { key, pathname, search } = useLocation();
  const [visit] = useState(() => (isExit({ pathname, search }) ? pathname : `${pathname}#${key}`));
  return visit;
}

/** Saves the scroll position of an element for the visit and restores it as soon as the content is tall enough. */
export function useScrollRestoration(element: RefObject<HTMLElement | null>, visit: string): void {
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const wanted = places.get(visit) ?? 0;
    let restoring = wanted > 0;
    const restore = () => {
      if (!restoring) return;
      target.scrollTo(0, wanted);
      if (Math.abs(target.scrollTop - wanted) < 2) restoring = false;
    };
    const stop = () => {
      restoring = false;
    };
    const keep = () => {
      if (!restoring) places.set(visit, target.scrollTop);
    };
    restore();
    const observer = new ResizeObserver(restore);
    for (const child of target.children) observer.observe(child);
    target.addEventListener('scroll', keep, { passive: true });
    // A user who touches the list has chosen a new position.
    target.addEventListener('wheel', stop, { passive: true });
    target.addEventListener('touchstart', stop, { passive: true });
    return () => {
      observer.disconnect();
      target.removeEventListener('scroll', keep);
      target.removeEventListener('wheel', stop);
      target.removeEventListener('touchstart', stop);
    };
  }, [element, visit]);
}

const forgetters = new Set<() => void>([() => places.clear()]);

/** Registers a list that stores more than a number. */
export const onForgetPlaces = (forget: () => void): void => {
  forgetters.add(forget);
};

/** Clears all positions: another account sees its lists from the top. */
export const forgetPlaces = (): void => {
  for (const forget of forgetters) forget();
};

let owner: string | null = null;

/** Clears the positions if the lists now belong to another account or organisation. */
export function claimPlaces(next: string): void {
  if (owner !== null && owner !== next) forgetPlaces();
  owner = next;
}
