import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

type Returning = {
  readonly list: RefObject<HTMLElement | null>;
  /** Selector of the button that begins a multi-select; it may match another element each time. */
  readonly opener: string;
};

/**
 * Restores the focus when a multi-select is cancelled and its focused control disappears: to the row that was
 * long-pressed, or to the button that began the selection. A focus on an existing element stays.
 * @returns a function to call when the selection is cancelled.
 */
export function useReturnedFocus(selecting: boolean, { list, opener }: Returning): () => void {
  const row = useRef<Element | null>(null);
  const isLeft = useRef(false);
  // A layout effect, so that it runs before the observer of lost focus.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (selecting) {
      isLeft.current = false;
      row.current =
        activeElement?.closest('li') && list.current?.contains(activeElement) ? activeElement : null;
      return;
    }
    if (!isLeft.current || activeElement !== document.body) return;
    const button = list.current?.parentElement?.querySelector(opener);
    const target = row.current?.isConnected ? row.current : button;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [selecting, list, opener]);
  return useCallback(() => {
    isLeft.current = true;
  }, []);
}
