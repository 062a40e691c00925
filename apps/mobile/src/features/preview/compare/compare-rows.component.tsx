import type { ComparedRow } from '@sealflow/viewers/compare/compare.types.ts';
import { unifiedRows } from '@sealflow/viewers/compare/shown-rows.rules.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import virtual from '../../../shell/lists/virtual-list.module.css';
import { useIsWide } from '../../../shell/navigation/pane.hook.ts';
import styles from './compare-rows.module.css';
import { ComparedCell } from './compared-cell.component.tsx';

type CompareRowsProps = {
  readonly rows: readonly ComparedRow[];
  /** The number of the change to show; 0 for none. */
  readonly current: number;
  readonly names: { readonly left: string; readonly right: string };
  /** What is said above the rows. */
  readonly notice: string | null;
};

const estimatedRowPx = 28;

/**
 * The rows of a comparison: on a wide screen both documents in columns, whose rows stand beside each other and scroll together;
 * on a narrow one a single column. Only the visible rows are in the page.
 */
export function CompareRows({ rows, current, names, notice }: CompareRowsProps) {
  const { compare } = useTexts();
  const isWide = useIsWide();
  const scroller = useRef<HTMLElement>(null);
  const unified = useMemo(() => (isWide ? null : unifiedRows(rows)), [isWide, rows]);
  const shown: readonly { readonly change: number }[] = unified ?? rows;
  const starts = useMemo(() => {
    const found = new Map<number, number>();
    for (const [index, { change }] of shown.entries()) if (!found.has(change)) found.set(change, index);
    return found;
  }, [shown]);
  // The virtualizer re-renders its component itself; nothing here depends on memoization.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    overscan: 10,
  });
  useEffect(() => {
    const start = starts.get(current);
    if (current > 0 && start !== undefined) list.scrollToIndex(start, { align: 'center' });
  }, [current, starts, list]);
  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className={styles.names} data-wide={isWide || undefined}>
        <p className={styles.name} title={names.left}>
          <span className={styles.sign} data-kind="removed" aria-hidden="true">
            −
          </span>
          {compare.left(names.left)}
        </p>
        <p className={styles.name} title={names.right}>
          <span className={styles.sign} data-kind="added" aria-hidden="true">
            +
          </span>
          {compare.right(names.right)}
        </p>
      </div>
      {notice === null ? null : <p className={styles.notice}>{notice}</p>}
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={compare.content(names.left, names.right)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The scroll keys need the focus.
        tabIndex={0}
      >
        <ul className={virtual.rows} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            const one = unified?.[index];
            const change = shown[index]?.change ?? 0;
            return (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                data-current={(change > 0 && change === current) || undefined}
                className={unified ? styles.row : `${styles.row} ${styles.columns}`}
                style={{ top: start }}
              >
                {unified ? one && <ComparedCell side={one.side} kind={one.kind} /> : <Columns row={row} />}
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}

/** A row of both documents. A screen reader reads an unchanged line once. */
function Columns({ row }: { readonly row: ComparedRow | undefined }) {
  if (row === undefined) return null;
  const { kind, left, right } = row;
  const isSame = kind === 'same';
  return (
    <>
      <ComparedCell side={left} kind={isSame ? 'same' : 'removed'} isRepeated={isSame && right !== null} />
      <ComparedCell side={right} kind={isSame ? 'same' : 'added'} />
    </>
  );
}
