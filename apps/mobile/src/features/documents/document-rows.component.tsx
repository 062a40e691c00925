import { type MouseEvent, type RefObject, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { type RecentFilter } from '../../platform/documents/recent-files.repository.ts';
import { openContextMenu } from '../../shell/lists/context-menu.store.ts';
import { useVirtualList } from '../../shell/lists/virtual-list.hook.ts';
import virtual from '../../shell/lists/virtual-list.module.css';
import { usePane } from '../../shell/navigation/pane.hook.ts';
import { previewIn } from '../../shell/navigation/panes.rules.ts';
import { DocumentRow } from './document-row.component.tsx';
import styles from './documents.module.css';
import { pagesOf, useDocumentPages } from './documents.queries.ts';
import { openDocumentRecords } from './documents.usecases.ts';
import {
  extendSelection,
  isSelected,
  type Selection,
  startSelection,
  toggleSelection,
} from './selection.rules.ts';

type DocumentRowsProps = {
  readonly context: DocumentsContext;
  readonly filter: RecentFilter;
  readonly total: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (fileID: string) => void;
  readonly onRemove: (fileID: string) => void;
};

export function DocumentRows(props: DocumentRowsProps) {
  const { context, filter, total, scroller, selection, onSelect, onOpen, onRemove } = props;
  const { documents, rows: texts } = useTexts();
  const list = useVirtualList({ count: total, scroller, estimatedHeightPx: 68 });
  const rows = list.getVirtualItems();
  const recordAt = useDocumentPages(context, filter, pagesOf(rows.map(({ index }) => index)));
  const anchor = useRef(0);
  const { detail } = usePane();
  const openedID = detail && previewIn(detail.search);

  const choose = async (index: number, fileID: string, isRange: boolean) => {
    const from = Math.min(anchor.current, index);
    const count = Math.abs(anchor.current - index) + 1;
    anchor.current = index;
    if (!isRange) return onSelect(toggleSelection(selection, fileID));
    return onSelect(
      extendSelection(selection, await (await openDocumentRecords(context)).listIds(filter, from, count)),
    );
  };

  const startAt = (index: number, fileID: string) => {
    anchor.current = index;
    onSelect(startSelection(fileID));
  };
  const openMenu = (event: MouseEvent<HTMLElement>, index: number, fileID: string) => {
    openContextMenu(event, {
      items: [
        { id: 'open', label: texts.open },
        { id: 'select', label: texts.select },
        { id: 'remove', label: documents.remove, danger: true },
      ],
      onSelect: (id) => {
        if (id === 'open') onOpen(fileID);
        else if (id === 'select') startAt(index, fileID);
        else onRemove(fileID);
      },
    });
  };

  return (
    <ul className={virtual.rows} style={{ height: list.getTotalSize() }}>
      {rows.map(({ index, key, start, size }) => {
        const record = recordAt(index);
        return (
          <li
            key={key}
            ref={list.measureElement}
            data-index={index}
            className={virtual.place}
            style={{ top: start }}
          >
            {record ? (
              <DocumentRow
                record={record}
                isCurrent={record.fileID === openedID}
                selected={selection === null ? null : isSelected(selection, record.fileID)}
                onPress={({ shiftKey }) => {
                  if (selection === null) onOpen(record.fileID);
                  else void choose(index, record.fileID, shiftKey);
                }}
                onLongPress={() => {
                  if (selection === null) startAt(index, record.fileID);
                }}
                onContextMenu={
                  selection === null ? (event) => openMenu(event, index, record.fileID) : undefined
                }
              />
            ) : (
              <div className={styles.row} style={{ height: size }} aria-hidden="true" />
            )}
          </li>
        );
      })}
    </ul>
  );
}
