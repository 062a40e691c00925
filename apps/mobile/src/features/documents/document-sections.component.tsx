import { PinIcon } from '@sealflow/ui/icons.component.tsx';
import type { MenuItem } from '@sealflow/ui/overlays/menu.component.tsx';
import {
  type MouseEvent,
  type RefCallback,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { RecentFile, RecentFilter } from '../../platform/documents/recent-files.repository.ts';
import type { ScreenMenu } from '../../shell/lists/menu-button.component.tsx';
import { usePane } from '../../shell/navigation/pane.hook.ts';
import { previewIn } from '../../shell/navigation/panes.rules.ts';
import { DocumentRow } from './document-row.component.tsx';
import { DocumentRows } from './document-rows.component.tsx';
import styles from './documents.module.css';
import { type DocumentOverview, openDocumentRecords } from './documents.usecases.ts';
import {
  extendSelection,
  isSelected,
  type Selection,
  startSelection,
  toggleSelection,
} from './selection.rules.ts';

export type RowAction = 'pin' | 'unpin' | 'select' | 'remove';

type DocumentSectionsProps = {
  readonly context: DocumentsContext;
  readonly filter: RecentFilter;
  readonly overview: DocumentOverview;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (fileID: string) => void;
  readonly onAction: (action: RowAction, fileID: string) => void;
};

/** Height of an element in CSS pixels, also after its text size changes; 0 while it is not mounted. */
function useMeasuredHeight(): readonly [RefCallback<HTMLElement>, number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => setHeight(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      setHeight(0);
    };
  }, []);
  return [ref, height];
}

/** The pinned documents, and below them the others. Without pinned documents it is one list without headings. */
export function DocumentSections(props: DocumentSectionsProps) {
  const { context, filter, overview, scroller, selection, onSelect, onOpen, onAction } = props;
  const { pinned, total } = overview;
  const { documents } = useTexts();
  const pinnedID = useId();
  const othersID = useId();
  const [topRef, offsetTop] = useMeasuredHeight();
  const anchor = useRef(0);
  const { detail } = usePane();
  const openedID = detail && previewIn(detail.search);
  const otherCount = total - pinned.length;

  /** The ids of a range, which can span both lists. */
  const listRange = async (from: number, count: number): Promise<readonly string[]> => {
    const ids = pinned.slice(from, from + count).map(({ fileID }) => fileID);
    if (ids.length === count) return ids;
    const records = await openDocumentRecords(context);
    const others = { ...filter, withoutPinned: true };
    return [
      ...ids,
      ...(await records.listIds(others, Math.max(0, from - pinned.length), count - ids.length)),
    ];
  };
  const choose = async (index: number, fileID: string, isRange: boolean) => {
    const from = Math.min(anchor.current, index);
    const count = Math.abs(anchor.current - index) + 1;
    anchor.current = index;
    if (!isRange) return onSelect(toggleSelection(selection, fileID));
    return onSelect(extendSelection(selection, await listRange(from, count)));
  };
  const menuOf = (fileID: string, isPinned: boolean): ScreenMenu => {
    const items: readonly (MenuItem & { readonly id: RowAction })[] = [
      isPinned ? { id: 'unpin', label: documents.unpin } : { id: 'pin', label: documents.pin },
      { id: 'select', label: documents.select },
      { id: 'remove', label: documents.remove, danger: true },
    ];
    return {
      items,
      onSelect: (id) => {
        const item = items.find((one) => one.id === id);
        if (item) onAction(item.id, fileID);
      },
    };
  };
  const rowAt = (record: RecentFile, index: number) => {
    const { fileID } = record;
    return (
      <DocumentRow
        record={record}
        isCurrent={fileID === openedID}
        selected={selection === null ? null : isSelected(selection, fileID)}
        onPress={({ shiftKey }: MouseEvent) => {
          if (selection === null) onOpen(fileID);
          else void choose(index, fileID, shiftKey);
        }}
        onLongPress={() => {
          if (selection !== null) return;
          anchor.current = index;
          onSelect(startSelection(fileID));
        }}
        menu={menuOf(fileID, index < pinned.length)}
      />
    );
  };

  return (
    <>
      {pinned.length > 0 ? (
        <div ref={topRef}>
          <h2 id={pinnedID} className={styles.heading}>
            <PinIcon size={16} />
            {documents.pinned}
          </h2>
          <ul className={styles.pinned} aria-labelledby={pinnedID}>
            {pinned.map((record, index) => (
              // The shortcuts of lists move by this index; the other list begins at 0.
              // oxlint-disable-next-line react/no-array-index-key -- The focus stays at the place of an unpinned row, as in the other list.
              <li key={index} data-index={index - pinned.length}>
                {rowAt(record, index)}
              </li>
            ))}
          </ul>
          {otherCount > 0 ? (
            <h2 id={othersID} className={styles.heading}>
              {documents.others}
            </h2>
          ) : null}
        </div>
      ) : null}
      <DocumentRows
        context={context}
        filter={filter}
        count={otherCount}
        scroller={scroller}
        offsetTop={offsetTop}
        labelledBy={pinned.length > 0 ? othersID : undefined}
        renderRow={(record, index) => rowAt(record, pinned.length + index)}
      />
    </>
  );
}
