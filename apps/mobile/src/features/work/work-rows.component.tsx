import { type ReactNode, type RefObject, useEffect } from 'react';
import { useVirtualList } from '../../app/shell/virtual-list.hook.ts';
import styles from './work-rows.module.css';

type WorkRowsProps = {
  readonly keys: readonly string[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly children: (index: number) => ReactNode;
  /** Called when the last rows come into sight. */
  readonly onEnd: () => void;
};

/** Rows of a list of any length. It stays in the page while the list is empty: then it keeps no place of another list. */
export function WorkRows({ keys, scroller, children, onEnd }: WorkRowsProps) {
  const list = useVirtualList({
    count: keys.length,
    scroller,
    estimate: 97,
    keyOf: (index) => keys[index] ?? String(index),
  });
  const rows = list.getVirtualItems();
  const last = rows.at(-1)?.index;
  useEffect(() => {
    if (last !== undefined && last >= keys.length - 5) onEnd();
  }, [last, keys.length, onEnd]);
  return (
    <ul className={styles.rows} style={{ height: list.getTotalSize() }}>
      {rows.map((row) => (
        <li
          key={row.key}
          ref={list.measureElement}
          data-index={row.index}
          className={styles.place}
          style={{ transform: `translateY(${row.start}px)` }}
        >
          {children(row.index)}
        </li>
      ))}
    </ul>
  );
}
