import { useLayoutEffect, useRef } from 'react';

type Open = {
  readonly dismiss: () => void;
  /** It must be answered: a back press ends there. */
  readonly stays: boolean;
};

/** What is open above the screen, the latest last: a back press takes the last one away before anything else. */
let open: readonly Open[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Open[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Told whenever something opens or goes. */
export function onDismissables(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const dismissables = (): number => open.length;

/** Takes the topmost thing away. @returns what came of it; `stays` where it must be answered. */
export function dismissTop(): 'none' | 'stays' | 'gone' {
  const last = open.at(-1);
  if (last === undefined) return 'none';
  last.dismiss();
  return last.stays ? 'stays' : 'gone';
}

/** For what is no component: every kind of back calls `dismiss`, until what this returns is called. */
export function keepDismissable(dismiss: () => void): () => void {
  const entry: Open = { dismiss, stays: false };
  change([...open, entry]);
  return () => change(open.filter((one) => one !== entry));
}

/** Whoever presses back as something goes by itself meant that, and not the screen below. */
const afterglow = 500;

type Options = {
  /** It may go by itself at any moment. */
  readonly endsByItself?: boolean;
};

/**
 * While `active`, every kind of back calls `dismiss` (of a menu, a sheet, a multi-selection, a search) instead of going
 * back; null for what must be answered.
 */
export function useDismissOnBack(
  active: boolean,
  dismiss: (() => void) | null,
  { endsByItself = false }: Options = {},
): void {
  const latest = useRef(dismiss);
  useLayoutEffect(() => {
    latest.current = dismiss;
  });
  const stays = dismiss === null;
  useLayoutEffect(() => {
    if (!active) return undefined;
    let isDismissed = false;
    const entry = {
      dismiss: () => {
        isDismissed = !stays;
        latest.current?.();
      },
      stays,
    };
    change([...open, entry]);
    return () => {
      const remains = { dismiss: () => remove(), stays: false };
      const remove = () => change(open.filter((one) => one !== entry && one !== remains));
      if (!endsByItself || isDismissed) return remove();
      change(open.map((one) => (one === entry ? remains : one)));
      setTimeout(remove, afterglow);
      return undefined;
    };
  }, [active, stays, endsByItself]);
}
