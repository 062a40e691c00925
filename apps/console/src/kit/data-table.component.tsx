import { type ReactNode, useEffect } from 'react';
import {
  Cell,
  Checkbox,
  Column,
  ColumnResizer,
  type Key,
  ResizableTableContainer,
  Row,
  type Selection,
  Table,
  TableBody,
  TableHeader,
} from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import { usePersonPreference } from '../platform/person-preference.hook.ts';
import { ColumnMenu, type Density } from './column-menu.component.tsx';
import styles from './data-table.module.css';
import type { ListState } from './list-state.hook.ts';
import { Pagination } from './pagination.component.tsx';
import { scrollEdges, watchScrollEdges } from './scroll-edges.util.ts';
import { StatePane } from './state-pane.component.tsx';

export type TableColumn<T> = {
  readonly id: string;
  readonly title: string;
  readonly render: (item: T) => ReactNode;
  /** The value of the call's `sort` for this column; a column without it cannot be sorted. */
  readonly sortField?: string;
  /** Width in CSS pixels at the usual text size, until the person changes it. */
  readonly width?: number;
  /** Not shown until the person adds it. */
  readonly isHidden?: boolean;
};

export type DataTableProps<T> = {
  /** Name under which columns, widths and density of this table are stored. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rowID: (item: T) => string;
  /** Undefined while the first page is loading. */
  readonly data: { readonly total: number; readonly data: readonly T[] } | undefined;
  readonly error: unknown;
  readonly isRefreshing?: boolean;
  readonly state: ListState;
  readonly onRetry: () => void;
  /** Replaces the pagination of a list that has no total. */
  readonly footer?: ReactNode;
  readonly onOpen?: (id: string) => void;
  readonly selection?: { readonly ids: ReadonlySet<string>; readonly onChange: (ids: Set<string>) => void };
  /** What the area is for and its first step; shown if the list is empty without a filter. */
  readonly empty: { readonly title: string; readonly hint: string; readonly action?: ReactNode };
};

export type PageQuery<T> = {
  readonly data: DataTableProps<T>['data'];
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

/** The properties of a table that shows the page of a query. */
export const tableOf = <T,>({ data, error, isFetching, refetch }: PageQuery<T>) => ({
  data,
  error,
  isRefreshing: isFetching,
  onRetry: () => void refetch(),
});

type Layout = {
  readonly hidden?: readonly string[];
  readonly density?: Density;
  readonly widths?: Readonly<Record<string, number>>;
};

const readLayout = (stored: unknown): Layout => (typeof stored === 'object' && stored !== null ? stored : {});

const placeholderRows = 8;
const defaultWidth = 160;
/** The size of the root's text for which the widths are stated. */
const usualTextPx = 15;
const minWidth = 72;

/** A page of a list of the service: sorted and paged there, with columns that the person arranges. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { name, label, columns, rowID, data, error, state, onOpen, selection, empty } = props;
  const texts = useTexts().common;
  const [layout, setLayout] = usePersonPreference(`table:${name}`, readLayout);
  const changeLayout = (change: Layout) => setLayout({ ...layout, ...change });
  const hidden = layout.hidden ?? columns.filter((column) => column.isHidden).map(({ id }) => id);
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  const scale = textScale();
  const widthOf = (column: TableColumn<T>) =>
    Math.round((layout.widths?.[column.id] ?? column.width ?? defaultWidth) * scale);
  const first = shown[0]?.id;
  useExistingPage(data, state);

  if (error !== null && data === undefined)
    return <StatePane kind="error" error={error} onRetry={props.onRetry} />;
  if (data === undefined) return <StatePane kind="loading" rows={placeholderRows} />;
  if (data.total === 0) {
    return state.isFiltered ? (
      <StatePane kind="filtered" onClear={state.clear} />
    ) : (
      <StatePane kind="empty" {...empty} />
    );
  }
  return (
    <div
      className={styles.frame}
      data-density={layout.density ?? 'comfortable'}
      aria-busy={props.isRefreshing}
    >
      <div className={styles.bar}>
        <span className={styles.total}>{props.footer === undefined ? texts.total(data.total) : null}</span>
        <ColumnMenu
          columns={columns}
          hidden={hidden}
          density={layout.density ?? 'comfortable'}
          onHiddenChange={(ids) => changeLayout({ hidden: ids })}
          onDensityChange={(density) => changeLayout({ density })}
        />
      </div>
      <ResizableTableContainer
        ref={watchScrollEdges}
        className={`${styles.scroller} ${scrollEdges}`}
        onResizeEnd={(widths) =>
          changeLayout({
            widths: Object.fromEntries(
              [...widths].flatMap(([id, width]) => (typeof width === 'number' ? [[id, width / scale]] : [])),
            ),
          })
        }
      >
        <Table
          aria-label={label}
          className={styles.table ?? ''}
          selectionMode={selection ? 'multiple' : 'none'}
          selectionBehavior="toggle"
          {...(selection
            ? {
                selectedKeys: selection.ids,
                onSelectionChange: (keys: Selection) =>
                  selection.onChange(keys === 'all' ? new Set(data.data.map(rowID)) : toStrings(keys)),
              }
            : {})}
          {...(state.sort
            ? {
                sortDescriptor: {
                  column: shown.find(({ sortField }) => sortField === state.sort?.field)?.id ?? '',
                  direction: state.sort.isDescending ? ('descending' as const) : ('ascending' as const),
                },
              }
            : {})}
          onSortChange={({ column, direction }) => {
            const field = shown.find(({ id }) => id === column)?.sortField;
            if (field !== undefined) state.setSort({ field, isDescending: direction === 'descending' });
          }}
          {...(onOpen ? { onRowAction: (key: Key) => onOpen(String(key)) } : {})}
        >
          <TableHeader>
            {selection ? (
              <Column width={44} minWidth={44} className={`${styles.column} ${styles.selection}`}>
                <SelectionBox />
              </Column>
            ) : null}
            {shown.map((column) => (
              <Column
                key={column.id}
                id={column.id}
                isRowHeader={column.id === first}
                allowsSorting={column.sortField !== undefined}
                minWidth={minWidth * scale}
                defaultWidth={widthOf(column)}
                className={styles.column ?? ''}
              >
                {({ sortDirection }) => (
                  <div className={styles.columnTitle}>
                    <span className={styles.columnText}>{column.title}</span>
                    {sortDirection ? (
                      <span aria-hidden="true">{sortDirection === 'ascending' ? '↑' : '↓'}</span>
                    ) : null}
                    <ColumnResizer aria-label={column.title} className={styles.resizer ?? ''} />
                  </div>
                )}
              </Column>
            ))}
          </TableHeader>
          <TableBody>
            {data.data.map((item) => (
              <Row key={rowID(item)} id={rowID(item)} className={styles.row ?? ''}>
                {selection ? (
                  <Cell className={`${styles.cell} ${styles.selection}`}>
                    <SelectionBox />
                  </Cell>
                ) : null}
                {shown.map((column) => (
                  <Cell key={column.id} className={styles.cell ?? ''}>
                    <Content>{column.render(item)}</Content>
                  </Cell>
                ))}
              </Row>
            ))}
          </TableBody>
        </Table>
      </ResizableTableContainer>
      {props.footer ?? <Pagination total={data.total} state={state} />}
    </div>
  );
}

/** How much larger the person's text is than the usual one. A column holds as many characters at any size. */
const textScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualTextPx;

/** A text that its column may cut off is shown in whole under the pointer. */
const Content = ({ children }: { readonly children: ReactNode }) =>
  typeof children === 'string' ? <span title={children}>{children}</span> : children;

/** Goes to the last page if the page of the address has no rows, for example after its last row was deleted. */
function useExistingPage(
  data: { readonly total: number; readonly data: readonly object[] } | undefined,
  { page, pageSize, setPage }: ListState,
): void {
  const isBehindLast = data !== undefined && data.data.length === 0 && data.total > 0 && page > 1;
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  useEffect(() => {
    if (isBehindLast) setPage(last);
  }, [isBehindLast, last, setPage]);
}

const toStrings = (keys: ReadonlySet<Key>) => new Set([...keys].map(String));

/** React Aria names the box of a row by the row header. */
function SelectionBox() {
  return (
    <Checkbox slot="selection" className={styles.box ?? ''}>
      <span className={styles.boxMark} aria-hidden="true" />
    </Checkbox>
  );
}
