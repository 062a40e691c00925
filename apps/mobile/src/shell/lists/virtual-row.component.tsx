import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import styles from './virtual-list.module.css';

type VirtualRowProps = {
  /** `measureElement` of the list. */
  readonly measure: (element: Element | null) => void;
  readonly row: VirtualItem;
  readonly children: ReactNode;
};

/** A rendered row at its position in a virtual list; the list measures its height. */
export function VirtualRow({ measure, row, children }: VirtualRowProps) {
  return (
    <li ref={measure} data-index={row.index} className={styles.place} style={{ top: row.start }}>
      {children}
    </li>
  );
}
