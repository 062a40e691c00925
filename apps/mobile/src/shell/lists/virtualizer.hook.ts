import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useRef, useState } from 'react';

type List = Virtualizer<HTMLDivElement, Element>;

type Options = Omit<
  VirtualizerOptions<HTMLDivElement, Element>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn' | 'onChange'
> & {
  /** Further state of the list that the component renders, as a value that changes with it. */
  readonly renderedState?: ((list: List) => string) | undefined;
};

type Rendered = { readonly rows: readonly VirtualItem[]; readonly height: number; readonly state: string };

const isSame = (one: Rendered, other: Rendered) =>
  one.rows === other.rows && one.height === other.height && one.state === other.state;

/**
 * The virtualizer of a list. It renders its component when the rendered rows or the height of the list change;
 * `useVirtualizer` renders it for each row that comes into view, which is nearly every frame of a fast scroll.
 */
export function useListVirtualizer({ renderedState, ...options }: Options): List {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const renderedOf = (list: List): Rendered => ({
    rows: list.getVirtualItems(),
    height: list.getTotalSize(),
    state: renderedState?.(list) ?? '',
  });
  const committed = useRef<Rendered | null>(null);
  const allOptions = {
    ...options,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: (list: List) => {
      if (committed.current === null || !isSame(committed.current, renderedOf(list))) rerender();
    },
  };
  const [list] = useState(() => new Virtualizer(allOptions));
  list.setOptions(allOptions);
  const rendered = renderedOf(list);
  // oxlint-disable-next-line eslint/no-underscore-dangle -- The interface of the library for hooks.
  useLayoutEffect(() => list._didMount(), [list]);
  // After each render, because options and elements may have changed. It renders again only after a change, and so ends.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    // oxlint-disable-next-line eslint/no-underscore-dangle -- As above.
    list._willUpdate();
    committed.current = rendered;
    // It may have changed between the render and this commit.
    if (!isSame(rendered, renderedOf(list))) rerender();
  });
  return list;
}
