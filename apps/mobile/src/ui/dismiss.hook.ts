import { useEffect, useRef } from 'react';

/** What is open above the screen, the latest last: a back press takes the last one away before anything else. */
const open: (() => void)[] = [];

/** Closes the topmost thing; false where nothing is open. */
export function dismissTop(): boolean {
  const last = open.at(-1);
  last?.();
  return last !== undefined;
}

/** While `active`, a hardware back press calls `dismiss` (a menu, a sheet, a multi-selection) instead of going back. */
export function useDismissOnBack(active: boolean, dismiss: () => void): void {
  const latest = useRef(dismiss);
  useEffect(() => {
    latest.current = dismiss;
  });
  useEffect(() => {
    if (!active) return undefined;
    const entry = () => latest.current();
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
    };
  }, [active]);
}
