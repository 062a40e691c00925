import type { ReactNode, RefObject } from 'react';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { RecentFile, RecentFilter } from '../../platform/documents/recent-files.repository.ts';
import { useVirtualList } from '../../shell/lists/virtual-list.hook.ts';
import virtual from '../../shell/lists/virtual-list.module.css';
import styles from './documents.module.css';
import { pagesOf, useDocumentPages } from './documents.queries.ts';

type DocumentRowsProps = {
  readonly context: DocumentsContext;
  readonly filter: RecentFilter;
  /** The number of documents that are not pinned. */
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Height of what is above the list in the scroll container, in CSS pixels. */
  readonly offsetTop: number;
  readonly labelledBy: string | undefined;
  readonly renderRow: (record: RecentFile, index: number) => ReactNode;
};

/** The documents that are not pinned; only the visible ones are loaded and rendered. */
export function DocumentRows(props: DocumentRowsProps) {
  const { context, filter, count, scroller, offsetTop, labelledBy, renderRow } = props;
  const list = useVirtualList({ count, scroller, estimatedHeightPx: 68, offsetTop });
  const rows = list.getVirtualItems();
  const recordAt = useDocumentPages(context, filter, pagesOf(rows.map(({ index }) => index)));
  if (count === 0) return null;
  return (
    <ul className={virtual.rows} style={{ height: list.getTotalSize() }} aria-labelledby={labelledBy}>
      {rows.map(({ index, key, start, size }) => {
        const record = recordAt(index);
        return (
          <li
            key={key}
            ref={list.measureElement}
            data-index={index}
            className={virtual.place}
            style={{ top: start - offsetTop }}
          >
            {record ? (
              renderRow(record, index)
            ) : (
              <div className={styles.row} style={{ height: size }} aria-hidden="true" />
            )}
          </li>
        );
      })}
    </ul>
  );
}
