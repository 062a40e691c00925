import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

type MultiSelectFocusOptions = {
  readonly list: RefObject<HTMLElement | null>;
  /** Selector of the button that begins a multi-select; it may match another element each time. */
  readonly openerSelector: string;
};

/**
 * Restores the focus when a multi-select is cancelled and its focused control disappears: to the row that was
 * long-pressed, or to the button that began the selection. A focus on an existing element stays.
 * @returns a function to call when the selection is cancelled.
 */
export function useMultiSelectFocus(
  selecting: boolean,
  { list, openerSelector }: MultiSelectFocusOptions,
): () => void {
  const row = useRef<Element | null>(null);
  const wasCancelled = useRef(false);
  // A layout effect, so that it runs before the observer of lost focus.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (selecting) {
      wasCancelled.current = false;
      row.current =
        activeElement?.closest('li') && list.current?.contains(activeElement) ? activeElement : null;
      return;
    }
    if (!wasCancelled.current || activeElement !== document.body) return;
    const button = list.current?.parentElement?.querySelector(openerSelector);
    const target = row.current?.isConnected ? row.current : button;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [selecting, list, openerSelector]);
  return useCallback(() => {
    wasCancelled.current = true;
  }, []);
}
