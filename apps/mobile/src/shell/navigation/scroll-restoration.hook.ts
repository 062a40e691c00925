import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation } from '../router/index.ts';
import { isExitLocation } from './view.rules.ts';

/** Scroll positions of this session by visit; a tab has one position however it is reached. */
const positions = new Map<string, number>();

/** Id of a screen's visit: the same after going back to it, and while layers open over it. */
export function useVisitKey(): string {
  const { key, pathname, search } = useLocation();
  const [visit] = useState(() => (isExitLocation({ pathname, search }) ? pathname : `${pathname}#${key}`));
  return visit;
}

/** Saves the scroll position of an element for the visit and restores it as soon as the content is tall enough. */
export function useScrollRestoration(element: RefObject<HTMLElement | null>, visit: string): void {
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const savedTop = positions.get(visit) ?? 0;
    let isRestoring = savedTop > 0;
    const restore = () => {
      if (!isRestoring) return;
      target.scrollTo(0, savedTop);
      if (Math.abs(target.scrollTop - savedTop) < 2) isRestoring = false;
    };
    const cancelRestore = () => {
      isRestoring = false;
    };
    const save = () => {
      if (!isRestoring) positions.set(visit, target.scrollTop);
    };
    restore();
    const observer = new ResizeObserver(restore);
    for (const child of target.children) observer.observe(child);
    target.addEventListener('scroll', save, { passive: true });
    // A user who touches the list has chosen a new position.
    target.addEventListener('wheel', cancelRestore, { passive: true });
    target.addEventListener('touchstart', cancelRestore, { passive: true });
    return () => {
      observer.disconnect();
      target.removeEventListener('scroll', save);
      target.removeEventListener('wheel', cancelRestore);
      target.removeEventListener('touchstart', cancelRestore);
    };
  }, [element, visit]);
}

const clearListeners = new Set<() => void>([() => positions.clear()]);

/** Registers a list that stores more than a number. */
export const onScrollPositionsCleared = (listener: () => void): void => {
  clearListeners.add(listener);
};

/** Clears all positions: another account sees its lists from the top. */
export const clearScrollPositions = (): void => {
  for (const listener of clearListeners) listener();
};

let owner: string | null = null;

/** Clears the positions if the lists now belong to another account or organisation. */
export function resetScrollPositionsFor(next: string): void {
  if (owner !== null && owner !== next) clearScrollPositions();
  owner = next;
}
