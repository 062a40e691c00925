import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { exitPaths } from './paths.ts';

/** Scroll places of this visit, by history entry; a tab keeps one place however it is reached. */
const places = new Map<string, number>();

/** The name of a screen's visit: the same when one comes back to it, and while layers open over it. */
export function useVisitKey(): string {
  const { key, pathname } = useLocation();
  const [visit] = useState(() => (exitPaths.includes(pathname) ? pathname : `${pathname}#${key}`));
  return visit;
}

/** The place a screen was left at, 0 for a new visit. For lists that restore by themselves. */
export const placeOf = (visit: string): number => places.get(visit) ?? 0;
export const keepPlace = (visit: string, place: number): void => {
  places.set(visit, place);
};

/** Keeps the scroll place of an element for the visit and restores it as soon as the content is tall enough. */
export function useScrollRestoration(element: RefObject<HTMLElement | null>, visit: string): void {
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const wanted = placeOf(visit);
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
      if (!restoring) keepPlace(visit, target.scrollTop);
    };
    restore();
    const observer = new ResizeObserver(restore);
    for (const child of target.children) observer.observe(child);
    target.addEventListener('scroll', keep, { passive: true });
    // Whoever touches the list has chosen a new place.
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

/** Forgets all places: another account sees its lists from the top. */
export const forgetPlaces = (): void => places.clear();
