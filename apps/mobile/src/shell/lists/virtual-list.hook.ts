import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { onScrollPositionsCleared, useVisitKey } from '../navigation/scroll-restoration.hook.ts';
import { useListVirtualizer } from './virtualizer.hook.ts';

/** Number of rows beyond the last visible one that are always rendered. */
const edgeRowCount = 2;

/**
 * Extracts the rows to render. The result stays the same while it contains the visible rows and `edgeRowCount` rows
 * around them: a list that renders with each row that comes into view would render in nearly every frame of a fast
 * scroll.
 */
export function createStableRange(): (range: Range) => number[] {
  let rendered: number[] = [];
  return (range) => {
    const from = Math.max(0, range.startIndex - edgeRowCount);
    const to = Math.min(range.count - 1, range.endIndex + edgeRowCount);
    const [first, last] = [rendered[0], rendered.at(-1)];
    const isCovered =
      first !== undefined && last !== undefined && first <= from && to <= last && last < range.count;
    if (!isCovered) rendered = defaultRangeExtractor(range);
    return rendered;
  };
}

/** Assumed height of unmeasured rows in CSS pixels; offsets are computed with it. */
type RowHeight = { height: number; isMeasured: boolean };

type SavedPosition = {
  readonly offset: number;
  readonly measured: VirtualItem[];
  readonly rowHeight: RowHeight;
};

const savedPositions = new Map<string, SavedPosition>();
onScrollPositionsCleared(() => savedPositions.clear());

type VirtualListOptions = {
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Assumed height in CSS pixels before a row is measured. */
  readonly estimatedHeightPx: number;
  /** Stable key of a row, for lists whose rows move. Must be memoized: a new function recomputes all offsets. */
  readonly keyOf?: (index: number) => string;
  /** `end` keeps the visible rows in place while rows are added above, and starts at the last row. */
  readonly anchor?: 'start' | 'end';
  /** With `anchor: 'end'`: whether a list at its end scrolls along with added rows. */
  readonly follow?: boolean;
  /** The row to begin at, centred, if the visit has no saved position. */
  readonly startRow?: number | undefined;
  /** Room below the last row, in CSS pixels. */
  readonly paddingEnd?: number;
  /**
   * Height of what is above the list in its scroll container, in CSS pixels, where that can be more than some rows.
   * Subtract it from the `start` of a row.
   */
  readonly offsetTop?: number;
  /** What the component renders of the list besides its rows and height, as a value that changes with it. */
  readonly renderedState?: (list: Virtualizer<HTMLDivElement, Element>) => string;
};

/** Renders only the visible rows, and restores the exact position at which the visit left the list. */
export function useVirtualList({
  count,
  scroller,
  estimatedHeightPx,
  keyOf,
  anchor = 'start',
  follow = anchor === 'end',
  startRow,
  paddingEnd = 0,
  offsetTop = 0,
  renderedState,
}: VirtualListOptions) {
  const visit = useVisitKey();
  const [saved] = useState(() => savedPositions.get(visit));
  // Text sizes differ: the first row's measured height is the best estimate for the others. Each row of another
  // height moves all rows after it.
  const [rowHeight] = useState(
    () => saved?.rowHeight ?? { height: estimatedHeightPx, isMeasured: anchor === 'end' },
  );
  const [rangeExtractor] = useState(createStableRange);
  const virtualizer = useListVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight.height,
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance);
      if (!rowHeight.isMeasured) Object.assign(rowHeight, { height, isMeasured: true });
      return height;
    },
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    // As many rows as a fast scroll covers in a frame; each further row costs layout and paint.
    overscan: 5,
    rangeExtractor,
    renderedState,
    paddingEnd,
    scrollMargin: offsetTop,
    anchorTo: anchor,
    followOnAppend: follow,
    // Within half a row of the end counts as reading the newest row, so the list follows.
    scrollEndThreshold: estimatedHeightPx / 2,
    ...(saved === undefined
      ? { initialOffset: anchor === 'end' ? (startRow ?? count) * estimatedHeightPx : 0 }
      : { initialOffset: saved.offset, initialMeasurementsCache: saved.measured }),
  });

  // A list with rows at mount renders before its scroll container is attached: it renders again before the paint.
  const [isAttached, setAttached] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- Only the commit attaches the container.
  useLayoutEffect(() => setAttached(true), []);
  const hasRows = count > 0 && isAttached;
  const [initialRow] = useState(startRow);
  useLayoutEffect(() => {
    if (!hasRows || saved !== undefined || anchor !== 'end') return;
    if (initialRow === undefined) virtualizer.scrollToEnd();
    // By offset, not by index: rows added above shift the index.
    else virtualizer.scrollToOffset(virtualizer.getOffsetForIndex(initialRow, 'center')?.[0] ?? 0);
  }, [hasRows, saved, anchor, initialRow, virtualizer]);
  useLayoutEffect(
    () => () => {
      savedPositions.set(visit, {
        offset: virtualizer.scrollOffset ?? 0,
        measured: virtualizer.takeSnapshot(),
        rowHeight,
      });
    },
    [visit, virtualizer, rowHeight],
  );
  return virtualizer;
}
