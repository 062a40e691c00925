/** Zoom factors; 1 fits the width. */
export const zoomRange = { min: 1, max: 5, step: 1.4, doubleTap: 2.2 } as const;

const doubleTapMs = 300;
const settleDelayMs = 160;

type Point = { readonly x: number; readonly y: number };

export type ZoomTarget = {
  /** The element that scrolls in both directions and receives the gestures. */
  readonly scroller: HTMLElement;
  /** Lays out the content at a scale. Bitmaps may be stretched until `sharpen` is called. */
  readonly layout: (scale: number) => void;
  /** Called after the gesture has ended: draw at this scale. */
  readonly sharpen: (scale: number) => void;
  /** The limits of the scale, where the default does not fit. */
  readonly range?: () => { readonly min: number; readonly max: number };
  /** Whether text can be selected, so that a double-click of the mouse selects a word instead of zooming. */
  readonly isTextSelectable?: boolean;
};

export type Zoom = {
  readonly scale: () => number;
  readonly step: (step: 'in' | 'out' | 'fit') => void;
  readonly detach: () => void;
};

const distance = ([a, b]: readonly [Touch, Touch]) =>
  Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const midpoint = ([a, b]: readonly [Touch, Touch]): Point => ({
  x: (a.clientX + b.clientX) / 2,
  y: (a.clientY + b.clientY) / 2,
});
const touchPair = ({ touches }: TouchEvent): readonly [Touch, Touch] | null => {
  const [a, b] = touches;
  return a && b && touches.length === 2 ? [a, b] : null;
};

/** The part of the content under a point, or the whole content. */
function partAt(scroller: HTMLElement, { x, y }: Point): Element {
  const under = document.elementFromPoint(x, y)?.closest('[data-part]') ?? null;
  if (under && scroller.contains(under)) return under;
  // A point between two parts or out of sight belongs to the nearest part.
  let nearest: Element = scroller.firstElementChild ?? scroller;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const part of scroller.querySelectorAll('[data-part]')) {
    const { top, bottom } = part.getBoundingClientRect();
    const distanceToPart = Math.max(top - y, y - bottom, 0);
    if (distanceToPart < nearestDistance) [nearest, nearestDistance] = [part, distanceToPart];
  }
  return nearest;
}

/** Adds pinch, double tap, ctrl and wheel, and button steps. The point under the fingers stays in place. */
export function attachZoom(target: ZoomTarget): Zoom {
  const { scroller, layout, sharpen, range = () => zoomRange, isTextSelectable = false } = target;
  const listeners = new AbortController();
  const listenerOptions = { signal: listeners.signal };
  let scale = 1;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;

  const zoomTo = (targetScale: number, focus: Point) => {
    const { min, max } = range();
    const next = Math.min(max, Math.max(min, targetScale));
    if (next === scale) return;
    // Only the page or picture scales evenly; the gaps and margins around it do not.
    const part = partAt(scroller, focus);
    const before = part.getBoundingClientRect();
    scale = next;
    layout(scale);
    const after = part.getBoundingClientRect();
    const offsetOf = (from: number, length: number, to: number, newLength: number, at: number) =>
      to + ((at - from) / Math.max(1, length)) * newLength - at;
    scroller.scrollLeft += offsetOf(before.left, before.width, after.left, after.width, focus.x);
    scroller.scrollTop += offsetOf(before.top, before.height, after.top, after.height, focus.y);
    clearTimeout(settleTimer);
    settleTimer = setTimeout(() => sharpen(scale), settleDelayMs);
  };
  const middle = (): Point => {
    const box = scroller.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };

  let pinch: { readonly distance: number; readonly scale: number } | null = null;
  scroller.addEventListener(
    'touchstart',
    (event) => {
      const touchesOrNull = touchPair(event);
      pinch = touchesOrNull && { distance: distance(touchesOrNull), scale };
    },
    { ...listenerOptions, passive: true },
  );
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const touchesOrNull = touchPair(event);
      if (!touchesOrNull || !pinch) return;
      // The page itself must neither zoom nor scroll under two fingers.
      event.preventDefault();
      zoomTo((pinch.scale * distance(touchesOrNull)) / pinch.distance, midpoint(touchesOrNull));
    },
    { ...listenerOptions, passive: false },
  );

  let lastTap: (Point & { readonly at: number }) | null = null;
  scroller.addEventListener(
    'pointerup',
    (event) => {
      if (isTextSelectable && event.pointerType === 'mouse') return;
      const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      const near = lastTap && Math.hypot(tap.x - lastTap.x, tap.y - lastTap.y) < 30;
      if (near && lastTap && tap.at - lastTap.at < doubleTapMs) {
        lastTap = null;
        zoomTo(scale > 1.05 ? 1 : zoomRange.doubleTap, tap);
      } else lastTap = tap;
    },
    listenerOptions,
  );
  scroller.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    },
    { ...listenerOptions, passive: false },
  );

  return {
    scale: () => scale,
    step: (step) => {
      if (step === 'fit') zoomTo(1, middle());
      else zoomTo(step === 'in' ? scale * zoomRange.step : scale / zoomRange.step, middle());
    },
    detach: () => {
      clearTimeout(settleTimer);
      listeners.abort();
    },
  };
}
