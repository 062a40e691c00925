/** The scale of a document: 1 fits the width. */
export const zoomRange = { min: 1, max: 5, step: 1.4, doubleTap: 2.2 } as const;

const tapDelay = 300;
const settleDelay = 160;

type Point = { readonly x: number; readonly y: number };

export type ZoomTarget = {
  /** Scrolls both ways and takes the gestures. */
  readonly scroller: HTMLElement;
  /** Lays the content out at a scale; the bitmaps may stretch until `sharpen`. */
  readonly layout: (scale: number) => void;
  /** The gesture has ended: draw at this scale. */
  readonly sharpen: (scale: number) => void;
};

export type Zoom = {
  readonly scale: () => number;
  readonly step: (step: 'in' | 'out' | 'fit') => void;
  readonly end: () => void;
};

const clamp = (scale: number) => Math.min(zoomRange.max, Math.max(zoomRange.min, scale));
const distance = ([a, b]: readonly [Touch, Touch]) =>
  Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const between = ([a, b]: readonly [Touch, Touch]): Point => ({
  x: (a.clientX + b.clientX) / 2,
  y: (a.clientY + b.clientY) / 2,
});
const twoOf = ({ touches }: TouchEvent): readonly [Touch, Touch] | null => {
  const [a, b] = touches;
  return a && b && touches.length === 2 ? [a, b] : null;
};

/** Pinch, double tap, ctrl and wheel, and steps for buttons; what is under the fingers stays under them. */
export function attachZoom({ scroller, layout, sharpen }: ZoomTarget): Zoom {
  const ends = new AbortController();
  const listen = { signal: ends.signal };
  let scale = 1;
  let settle: ReturnType<typeof setTimeout> | undefined;

  const zoomTo = (wanted: number, focus: Point) => {
    const next = clamp(wanted);
    if (next === scale) return;
    const box = scroller.getBoundingClientRect();
    const [x, y] = [focus.x - box.left, focus.y - box.top];
    const ratio = next / scale;
    const [left, top] = [(scroller.scrollLeft + x) * ratio - x, (scroller.scrollTop + y) * ratio - y];
    scale = next;
    layout(scale);
    scroller.scrollTo({ left, top, behavior: 'instant' });
    clearTimeout(settle);
    settle = setTimeout(() => sharpen(scale), settleDelay);
  };
  const middle = (): Point => {
    const box = scroller.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };

  let pinch: { readonly distance: number; readonly scale: number } | null = null;
  scroller.addEventListener(
    'touchstart',
    (event) => {
      const two = twoOf(event);
      pinch = two && { distance: distance(two), scale };
    },
    { ...listen, passive: true },
  );
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const two = twoOf(event);
      if (!two || !pinch) return;
      // The page itself must not zoom, nor scroll under two fingers.
      event.preventDefault();
      zoomTo((pinch.scale * distance(two)) / pinch.distance, between(two));
    },
    { ...listen, passive: false },
  );

  let lastTap: (Point & { readonly at: number }) | null = null;
  scroller.addEventListener(
    'pointerup',
    (event) => {
      const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      const near = lastTap && Math.hypot(tap.x - lastTap.x, tap.y - lastTap.y) < 30;
      if (near && lastTap && tap.at - lastTap.at < tapDelay) {
        lastTap = null;
        zoomTo(scale > 1.05 ? 1 : zoomRange.doubleTap, tap);
      } else lastTap = tap;
    },
    listen,
  );
  scroller.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    },
    { ...listen, passive: false },
  );

  return {
    scale: () => scale,
    step: (step) => {
      if (step === 'fit') zoomTo(1, middle());
      else zoomTo(step === 'in' ? scale * zoomRange.step : scale / zoomRange.step, middle());
    },
    end: () => {
      clearTimeout(settle);
      ends.abort();
    },
  };
}
