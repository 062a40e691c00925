/** A mouse drags the picture; touch scrolls natively. */
export function attachDrag(scroller: HTMLElement): () => void {
  const listeners = new AbortController();
  const listenerOptions = { signal: listeners.signal };
  let lastPoint: { readonly x: number; readonly y: number } | null = null;
  const endDrag = () => {
    lastPoint = null;
    delete scroller.dataset['dragging'];
  };
  scroller.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      lastPoint = { x: event.clientX, y: event.clientY };
      scroller.dataset['mouse'] = '';
    },
    listenerOptions,
  );
  scroller.addEventListener(
    'pointermove',
    (event) => {
      if (lastPoint === null || event.buttons !== 1) return;
      scroller.dataset['dragging'] = '';
      scroller.scrollBy({
        left: lastPoint.x - event.clientX,
        top: lastPoint.y - event.clientY,
        behavior: 'instant',
      });
      lastPoint = { x: event.clientX, y: event.clientY };
    },
    listenerOptions,
  );
  for (const kind of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    scroller.addEventListener(kind, endDrag, listenerOptions);
  }
  return () => listeners.abort();
}
