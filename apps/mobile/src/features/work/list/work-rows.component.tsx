import { type MouseEvent, type ReactNode, type RefObject, useMemo } from 'react';
import { FurtherRows } from '../../../shell/lists/further-rows.component.tsx';
import { useVirtualList } from '../../../shell/lists/virtual-list.hook.ts';
import placed from '../../../shell/lists/virtual-list.module.css';
import type { ApprovalFilter } from './approval-filter.rules.ts';
import { pagesOfRows, rowsToFetch } from './list-page.rules.ts';
import { useScrollRestoration } from './scroll-restoration.hook.ts';
import { useWorkPages, type WorkItem, type WorkList } from './work-list.queries.ts';
import styles from './work-rows.module.css';

type WorkRowsProps<L extends ApprovalFilter['list']> = {
  readonly filter: ApprovalFilter & { readonly list: L };
  readonly list: WorkList<WorkItem[L]>;
  /** Number of rows that the virtual list reserves space for. */
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly children: (item: WorkItem[L], index: number) => ReactNode;
};

/** A virtual list of any length: only visible rows are rendered, and only their pages are fetched. */
export function WorkRows<L extends ApprovalFilter['list']>(props: WorkRowsProps<L>) {
  const { filter, list, count, scroller, children } = props;
  const isStored = list.stored !== null && count === list.stored.data.length;
  const virtual = useVirtualList({
    count,
    scroller,
    estimatedHeightPx: 97,
  });
  useScrollRestoration(filter.list, virtual, count);
  const rows = virtual.getVirtualItems();
  // While the service is unavailable, the stored rows are shown and no pages are fetched.
  const isFetched = !isStored && list.load.status === 200;
  const pages = usePagesAround(isFetched ? rows : [], count);
  const { itemAt, error, retry } = useWorkPages(filter, pages);
  return (
    <>
      <ul className={placed.rows} style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, key, start, size }) => {
          const item = itemAt(index) ?? list.items[index] ?? list.stored?.data[index];
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={placed.place}
              style={{ top: start }}
            >
              {item === undefined ? (
                <div className={styles.coming} style={{ height: size }} aria-hidden="true" />
              ) : (
                children(item, index)
              )}
            </li>
          );
        })}
      </ul>
      <FurtherRows
        at="end"
        // Grey rows show what is loading.
        isLoading={false}
        hasFailed={error !== null && list.load.status !== 400}
        onRetry={retry}
      />
    </>
  );
}

/** The pages of the rendered rows and of the rows around them. The same array while the pages are the same. */
function usePagesAround(rows: readonly { readonly index: number }[], count: number): readonly number[] {
  const [first, last] = [rows[0]?.index, rows.at(-1)?.index];
  const { from, to } = rowsToFetch(first ?? 0, last ?? 0, count);
  const pages = first === undefined || to < from ? '' : pagesOfRows(from, to).join(',');
  return useMemo(() => (pages === '' ? [] : pages.split(',').map(Number)), [pages]);
}

export type RowPress = (event: Pick<MouseEvent, 'shiftKey'>) => void;
