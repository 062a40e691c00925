import { measureElement, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { steadyRange } from './drawn-range.rules.ts';
import { onForgetPlaces, useVisitKey } from './scroll.hook.ts';

/** The height of rows that nobody has seen yet, CSS pixels; places are counted with it. */
type Likely = { height: number; isMeasured: boolean };

type Place = { readonly offset: number; readonly measured: VirtualItem[]; readonly likely: Likely };

const kept = new Map<string, Place>();
onForgetPlaces(() => kept.clear());

type VirtualListOptions = {
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Height in CSS pixels before a row is measured. */
  readonly estimate: number;
  /** Which row stands where, where rows move; the same function while they stay: a new one has all places counted anew. */
  readonly keyOf?: (index: number) => string;
  /** `end` keeps what is seen still while rows are added above it, and starts at the last row. */
  readonly anchor?: 'start' | 'end';
  /** With `anchor: 'end'`: whether what is added at the end is followed by whoever is there. */
  readonly follow?: boolean;
  /** The row to begin at, in the middle, where the visit has no place yet. */
  readonly startAt?: number | undefined;
  /** Room below the last row, in CSS pixels. */
  readonly paddingEnd?: number;
};

/** Draws only the rows that are seen, and comes back to exactly the place where the visit left the list. */
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
  // Text sizes differ: what the first row is high, the rows of its kind most likely are. Each row that is otherwise has
  // all rows after it placed anew.
  const [likely] = useState(() => place?.likely ?? { height: estimate, isMeasured: anchor === 'end' });
  const [rangeExtractor] = useState(steadyRange);
  // The virtualizer draws by telling its component to; nothing here depends on being memoized.
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
    // As far as a quick thumb goes in a frame; each row more is laid out and painted with the others.
    overscan: 5,
    rangeExtractor,
    // Drawing within the frame is soon enough, and breaks off no transition of the screen.
    useFlushSync: false,
    paddingEnd,
    anchorTo: anchor,
    followOnAppend: follow,
    // Within half a row of the end one is reading the newest, and goes on to see what comes.
    scrollEndThreshold: estimate / 2,
    ...(place === undefined
      ? { initialOffset: anchor === 'end' ? (startAt ?? count) * estimate : 0 }
      : { initialOffset: place.offset, initialMeasurementsCache: place.measured }),
  });

  // A list that is there from the first moment is ready before the element around it: it looks again, before the paint.
  const [attached, attach] = useState(false);
  useLayoutEffect(() => attach(true), []);
  const filled = count > 0 && attached;
  const [begins] = useState(startAt);
  useLayoutEffect(() => {
    if (!filled || place !== undefined || anchor !== 'end') return;
    if (begins === undefined) virtualizer.scrollToEnd();
    // The place, not the index: that is another row's once rows come above.
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
