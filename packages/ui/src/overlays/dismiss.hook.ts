import { useLayoutEffect, useRef } from 'react';

type Dismissable = {
  readonly dismiss: () => void;
  /** It has to be answered, so a back press stops here. */
  readonly mustBeAnswered: boolean;
};

/**
 * The stack of dismissable layers above the screen, the topmost last. A back press dismisses the last one
 * first.
 */
let dismissableStack: readonly Dismissable[] = [];
const listeners = new Set<() => void>();

function setStack(next: readonly Dismissable[]): void {
  dismissableStack = next;
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the stack.
 * @returns a function that unsubscribes.
 */
export function onDismissablesChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const countDismissables = (): number => dismissableStack.length;

/**
 * Dismisses the topmost layer.
 * @returns the outcome; `stays` where the layer has to be answered.
 */
export function dismissTop(): 'none' | 'stays' | 'gone' {
  const last = dismissableStack.at(-1);
  if (last === undefined) return 'none';
  last.dismiss();
  return last.mustBeAnswered ? 'stays' : 'gone';
}

/**
 * Adds a layer outside of React: every kind of back calls `dismiss`.
 * @returns a function that removes the layer.
 */
export function addDismissable(dismiss: () => void): () => void {
  const entry: Dismissable = { dismiss, mustBeAnswered: false };
  setStack([...dismissableStack, entry]);
  return () => setStack(dismissableStack.filter((one) => one !== entry));
}

/**
 * A back press shortly after a layer has closed by itself was meant for that layer, not for the screen below.
 */
const backGraceMs = 500;

type DismissOptions = {
  /** Whether the layer may close without user action. */
  readonly mayCloseItself?: boolean;
};

/**
 * While `active`, every kind of back calls `dismiss` (of a menu, a sheet, a multi-selection, a search)
 * instead of going back; null for a layer that has to be answered.
 */
export function useDismissOnBack(
  active: boolean,
  dismiss: (() => void) | null,
  { mayCloseItself = false }: DismissOptions = {},
): void {
  const latest = useRef(dismiss);
  useLayoutEffect(() => {
    latest.current = dismiss;
  });
  const mustBeAnswered = dismiss === null;
  useLayoutEffect(() => {
    if (!active) return undefined;
    let isDismissed = false;
    const entry = {
      dismiss: () => {
        isDismissed = !mustBeAnswered;
        latest.current?.();
      },
      mustBeAnswered,
    };
    setStack([...dismissableStack, entry]);
    return () => {
      const placeholder = { dismiss: () => remove(), mustBeAnswered: false };
      const remove = () => setStack(dismissableStack.filter((one) => one !== entry && one !== placeholder));
      if (!mayCloseItself || isDismissed) return remove();
      setStack(dismissableStack.map((one) => (one === entry ? placeholder : one)));
      setTimeout(remove, backGraceMs);
      return undefined;
    };
  }, [active, mustBeAnswered, mayCloseItself]);
}
