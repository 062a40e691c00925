import { measureElement, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { steadyRange } from './drawn-range.rules.ts';
import { onForgetPlaces, useVisitKey } from './scroll.hook.ts';

/** Assumed height of unmeasured rows in CSS pixels; offsets are computed with it. */
type Likely = { height: number; isMeasured: boolean };

type Place = { readonly offset: number; readonly measured: VirtualItem[]; readonly likely: Likely };

const kept = new Map<string, Place>();
onForgetPlaces(() => kept.clear());

type VirtualListOptions = {
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Assumed height in CSS pixels before a row is measured. */
  readonly estimate: number;
  /** Stable key of a row, for lists whose rows move. Must be memoized: a new function recomputes all offsets. */
  readonly keyOf?: (index: number) => string;
  /** `end` keeps the visible rows in place while rows are added above, and starts at the last row. */
  readonly anchor?: 'start' | 'end';
  /** With `anchor: 'end'`: whether a list at its end scrolls along with added rows. */
  readonly follow?: boolean;
  /** The row to begin at, centred, if the visit has no saved position. */
  readonly startAt?: number | undefined;
  /** Room below the last row, in CSS pixels. */
  readonly paddingEnd?: number;
};

/** Renders only the visible rows, and restores the exact position at which the visit left the list. */
export function useVirtualList({
  count,
  scroller,
  estimate,
  keyOf,
  anchor = 'start',
  follow = anchor === 'end',
  startAt,
  paddingEnd = 0,
}: VirtualListOptions) {
  const visit = useVisitKey();
  const [place] = useState(() => kept.get(visit));
  // Text sizes differ: the first row's measured height is the best estimate for the others. Each row of another
  // height moves all rows after it.
  const [likely] = useState(() => place?.likely ?? { height: estimate, isMeasured: anchor === 'end' });
  const [rangeExtractor] = useState(steadyRange);
  // The virtualizer re-renders its component itself; nothing here depends on memoization.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => likely.height,
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance);
      if (!likely.isMeasured) Object.assign(likely, { height, isMeasured: true });
      return height;
    },
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    // As many rows as a fast scroll covers in a frame; each further row costs layout and paint.
    overscan: 5,
    rangeExtractor,
    // Rendering within the frame is soon enough, and does not interrupt a transition of the screen.
    useFlushSync: false,
    paddingEnd,
    anchorTo: anchor,
    followOnAppend: follow,
    // Within half a row of the end counts as reading the newest row, so the list follows.
    scrollEndThreshold: estimate / 2,
    ...(place === undefined
      ? { initialOffset: anchor === 'end' ? (startAt ?? count) * estimate : 0 }
      : { initialOffset: place.offset, initialMeasurementsCache: place.measured }),
  });

  // A list with rows at mount renders before its scroll container is attached: it renders again before the paint.
  const [attached, attach] = useState(false);
  useLayoutEffect(() => attach(true), []);
  const filled = count > 0 && attached;
  const [begins] = useState(startAt);
  useLayoutEffect(() => {
    if (!filled || place !== undefined || anchor !== 'end') return;
    if (begins === undefined) virtualizer.scrollToEnd();
    // By offset, not by index: rows added above shift the index.
    else virtualizer.scrollToOffset(virtualizer.getOffsetForIndex(begins, 'center')?.[0] ?? 0);
  }, [filled, place, anchor, begins, virtualizer]);
  useLayoutEffect(
    () => () => {
      kept.set(visit, {
        offset: virtualizer.scrollOffset ?? 0,
        measured: virtualizer.takeSnapshot(),
        likely,
      });
    },
    [visit, virtualizer, likely],
  );
  return virtualizer;
}
