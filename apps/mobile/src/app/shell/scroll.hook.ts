import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isExit } from './view.hook.ts';

/** Scroll places of this visit, by history entry; a tab keeps one place however it is reached. */
const places = new Map<string, number>();

/** The name of a screen's visit: the same when one comes back to it, and while layers open over it. */
export function useVisitKey(): string {
  const { key, pathname, search } = useLocation();
  const [visit] = useState(() => (isExit({ pathname, search }) ? pathname : `${pathname}#${key}`));
  return visit;
}

/** Keeps the scroll place of an element for the visit and restores it as soon as the content is tall enough. */
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

const forgetters = new Set<() => void>([() => places.clear()]);

/** Lists that keep more than a number join in here. */
export const onForgetPlaces = (forget: () => void): void => {
  forgetters.add(forget);
};

/** Forgets all places: another account sees its lists from the top. */
export const forgetPlaces = (): void => {
  for (const forget of forgetters) forget();
};

let owner: string | null = null;

/** Says whose lists follow: the places of another account, or of another organisation, are no places in them. */
export function claimPlaces(next: string): void {
  if (owner !== null && owner !== next) forgetPlaces();
  owner = next;
}
