import { type RefObject, useEffect, useRef } from 'react';

/**
 * Remembers the row that opened the detail, and focuses it when the detail beside the list closes.
 * @returns the ref of the list's pane.
 */
export function useRowFocus(isWide: boolean, isDetailOpen: boolean): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  const row = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isWide) return undefined;
    // A click does not focus a button in every engine.
    const record = ({ target }: Event) => {
      if (!(target instanceof Element) || !pane.current?.contains(target)) return;
      row.current = target.closest('button, a') ?? row.current;
    };
    document.addEventListener('focusin', record);
    document.addEventListener('click', record, true);
    return () => {
      document.removeEventListener('focusin', record);
      document.removeEventListener('click', record, true);
    };
  }, [isWide]);
  useEffect(() => {
    const isClosed = wasOpen.current && !isDetailOpen;
    wasOpen.current = isDetailOpen;
    if (!isWide || !isClosed) return;
    const { activeElement, body } = document;
    // A user who already went on elsewhere keeps the focus.
    if (activeElement !== body && activeElement !== null && activeElement.closest('[data-pane]') === null)
      return;
    const current = pane.current?.querySelector<HTMLElement>('[aria-current="true"]');
    const target = row.current?.isConnected ? (row.current as HTMLElement) : current;
    (target ?? pane.current?.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  }, [isWide, isDetailOpen]);
  return pane;
}
