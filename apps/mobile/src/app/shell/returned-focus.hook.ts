import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

type Returning = {
  readonly list: RefObject<HTMLElement | null>;
  /** Finds, on the screen, the button that begins a multi-select; it may be another one each time. */
  readonly opener: string;
};

/**
 * Where a multi-select is left undone and what was pressed last goes with it, the keyboard goes on where it began: at
 * the row that was held, or at the button. What still stands keeps the focus, and what was decided goes on in the list.
 * @returns to be called as it is left.
 */
export function useReturnedFocus(selecting: boolean, { list, opener }: Returning): () => void {
  const row = useRef<Element | null>(null);
  const isLeft = useRef(false);
  // Before the page is looked at for what lost the focus.
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
