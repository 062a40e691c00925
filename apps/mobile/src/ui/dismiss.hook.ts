import { useLayoutEffect, useRef } from 'react';

type Open = {
  readonly dismiss: () => void;
  /** It has to be answered, so a back press stops here. */
  readonly stays: boolean;
};

/**
 * The stack of dismissable layers above the screen, the topmost last. A back press dismisses the last one
 * first.
 */
let open: readonly Open[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Open[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the stack.
 * @returns a function that unsubscribes.
 */
export function onDismissables(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const dismissables = (): number => open.length;

/**
 * Dismisses the topmost layer.
 * @returns the outcome; `stays` where the layer has to be answered.
 */
export function dismissTop(): 'none' | 'stays' | 'gone' {
  const last = open.at(-1);
  if (last === undefined) return 'none';
  last.dismiss();
  return last.stays ? 'stays' : 'gone';
}

/**
 * Adds a layer outside of React: every kind of back calls `dismiss`.
 * @returns a function that removes the layer.
 */
export function keepDismissable(dismiss: () => void): () => void {
  const entry: Open = { dismiss, stays: false };
  change([...open, entry]);
  return () => change(open.filter((one) => one !== entry));
}

/**
 * A back press shortly after a layer has closed by itself was meant for that layer, not for the screen below.
 */
const afterglow = 500;

type Options = {
  /** Whether the layer may close without user action. */
  readonly endsByItself?: boolean;
};

/**
 * While `active`, every kind of back calls `dismiss` (of a menu, a sheet, a multi-selection, a search)
 * instead of going back; null for a layer that has to be answered.
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
