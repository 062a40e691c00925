/** A mouse drags the picture; touch scrolls natively. */
export function attachDrag(scroller: HTMLElement): () => void {
  const ends = new AbortController();
  const listen = { signal: ends.signal };
  let from: { readonly x: number; readonly y: number } | null = null;
  const end = () => {
    from = null;
    delete scroller.dataset['dragging'];
  };
  scroller.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      scroller.dataset['mouse'] = '';
    },
    listen,
  );
  scroller.addEventListener(
    'pointermove',
    (event) => {
      if (from === null || event.buttons !== 1) return;
      scroller.dataset['dragging'] = '';
      scroller.scrollBy({ left: from.x - event.clientX, top: from.y - event.clientY, behavior: 'instant' });
      from = { x: event.clientX, y: event.clientY };
    },
    listen,
  );
  for (const kind of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    scroller.addEventListener(kind, end, listen);
  }
  return () => ends.abort();
}
