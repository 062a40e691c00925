import type { Flow, Task } from '@sealflow/contract';
import { CloseIcon, SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { create } from 'zustand';
import { useTexts } from '../../../i18n/index.ts';
import { useStableCallback } from '../../../shell/lists/stable-callback.hook.ts';
import { useLeaveModeOnBack } from '../../../shell/navigation/pane.hook.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { onScrollPositionsCleared } from '../../../shell/navigation/scroll-restoration.hook.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { AbsenceBanner } from '../absence-banner.component.tsx';
import { rowPath } from '../flow-address.rules.ts';
import { OutboxBanner } from '../outbox/outbox-banner.component.tsx';
import { useQueuedSubjects } from '../outbox/outbox-entries.hook.ts';
import { queueStateOf } from '../queue/queue-state.rules.ts';
import { onTenantChange } from '../tenant-change.store.ts';
import { useTypeName } from '../type-name.hook.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import {
  type ApprovalFilter,
  emptyFilter,
  filterKey,
  filterQuery,
  isFiltered,
  type ListName,
  parseFilter,
} from './approval-filter.rules.ts';
import { FilterBar } from './filter-bar.component.tsx';
import { useOpenFlow } from './open-flow.hook.ts';
import { useRecordCount } from './record-count.hook.ts';
import { useFlowMenu, useTaskMenu } from './row-menus.hook.ts';
import { SelectionBar } from './selection-bar.component.tsx';
import { StoredNotice } from './stored-notice.component.tsx';
import { useTaskMultiSelect } from './task-selection.hook.ts';
import { emptySelection, selectionStateOf } from './task-selection.rules.ts';
import { endSelection, selectTasks } from './task-selection.store.ts';
import { useVisibleButtons } from './work-buttons.hook.ts';
import { useWorkList, type WorkItem, type WorkList } from './work-list.queries.ts';
import { FlowRow, TaskRow } from './work-row.component.tsx';
import { WorkRows } from './work-rows.component.tsx';

/** The last filter of each list, restored when the user returns from the other list. */
const useLastFilters = create<Partial<Readonly<Record<ListName, ApprovalFilter>>>>(() => ({}));
onScrollPositionsCleared(() => useLastFilters.setState({}, true));
onTenantChange(() => useLastFilters.setState({}, true));

const storeLastFilter = (filter: ApprovalFilter): void => useLastFilters.setState({ [filter.list]: filter });

const lastFilter = (list: ListName): ApprovalFilter => useLastFilters.getState()[list] ?? emptyFilter(list);

type Filter<L extends ApprovalFilter['list']> = ApprovalFilter & { readonly list: L };

/** /approval?list=tasks|flows&state=…&type=…&date=…&keyword=…: the user's tasks and applications. */
export default function ApprovalScreen() {
  const query = useQueryParams();
  const filter = useMemo(() => parseFilter(query), [query]);
  useEffect(() => storeLastFilter(filter), [filter]);
  return filter.list === 'tasks' ? (
    <TaskList filter={filter as Filter<'tasks'>} />
  ) : (
    <FlowList filter={filter as Filter<'flows'>} />
  );
}

function TaskList({ filter }: { readonly filter: Filter<'tasks'> }) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const list = useWorkList(filter);
  const queuedSubjects = useQueuedSubjects();
  const { isTaskOpen } = useOpenFlow();
  const typeName = useTypeName();
  const { selection, toggle, extend, selectAll } = useTaskMultiSelect(filter, list.items);
  const open = useCallback(
    (task: Task) => navigate(rowPath(task, tserviceVersion), { state: queueStateOf(filter) }),
    [navigate, tserviceVersion, filter],
  );
  // Stable callbacks, so that memoized rows render only when their data changes.
  const onRowPress = useStableCallback(
    (task: Task, index: number, { shiftKey }: Pick<MouseEvent, 'shiftKey'>) => {
      if (selection === null) open(task);
      else if (shiftKey) extend(index);
      else toggle(task, index);
    },
  );
  const onRowLongPress = useStableCallback((task: Task, index: number) => {
    if (selection === null) toggle(task, index);
    else extend(index);
  });
  const openMenu = useTaskMenu({ open, select: toggle, isQueued: ({ id }) => queuedSubjects.has(id) });
  const type = selection?.type ?? null;
  const tenantTypeName = list.items.find(({ flow }) => flow.type === type)?.flow.typeName;
  return (
    <ListScreen
      filter={filter}
      list={list}
      empty={<EmptyState title={work.noTasks} hint={work.noTodoHint} />}
      isSelecting={selection !== null}
      onSelect={() => selectTasks(emptySelection)}
      bottom={
        selection === null ? undefined : (
          <SelectionBar
            selection={selection}
            typeName={type === null ? null : typeName({ type, name: tenantTypeName ?? type })}
            onSelectAll={selectAll}
          />
        )
      }
    >
      {(task, index) => {
        const isQueued = queuedSubjects.has(task.id);
        const selectionState = selectionStateOf(selection, task);
        return (
          <TaskRow
            task={task}
            isQueued={isQueued}
            isCurrent={isTaskOpen(task)}
            selectionState={isQueued && selectionState !== null ? 'unfit' : selectionState}
            index={index}
            onPress={onRowPress}
            onLongPress={onRowLongPress}
            onContextMenu={selection === null ? openMenu : undefined}
          />
        );
      }}
    </ListScreen>
  );
}

function FlowList({ filter }: { readonly filter: Filter<'flows'> }) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const list = useWorkList(filter);
  const queuedSubjects = useQueuedSubjects();
  const { isFlowOpen } = useOpenFlow();
  const open = useCallback(
    (flow: Flow) => navigate(rowPath(flow, tserviceVersion)),
    [navigate, tserviceVersion],
  );
  const openMenu = useFlowMenu(open);
  const buttons = useVisibleButtons();
  const apply = () => navigate(viewAddress(paths.work, 'apply'));
  return (
    <ListScreen
      filter={filter}
      list={list}
      empty={
        <EmptyState
          title={work.noFlows}
          hint={work.noFlowsHint}
          {...(buttons.apply ? { action: <Button onClick={apply}>{work.apply}</Button> } : {})}
        />
      }
    >
      {(flow) => (
        <FlowRow
          flow={flow}
          isQueued={queuedSubjects.has(flow.id)}
          isCurrent={isFlowOpen(flow.id)}
          onPress={open}
          onContextMenu={openMenu}
        />
      )}
    </ListScreen>
  );
}

type ListScreenProps<L extends ApprovalFilter['list']> = {
  readonly filter: Filter<L>;
  readonly list: WorkList<WorkItem[L]>;
  /** Empty state. */
  readonly empty: ReactNode;
  readonly isSelecting?: boolean;
  readonly onSelect?: () => void;
  readonly bottom?: ReactNode;
  readonly children: (item: WorkItem[L], index: number) => ReactNode;
};

function ListScreen<L extends ApprovalFilter['list']>(props: ListScreenProps<L>) {
  const { filter, list, empty, isSelecting = false, onSelect, bottom, children } = props;
  const { work } = useTexts();
  const showFailure = useShowFailure();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [isSearching, setIsSearching] = useState(filter.keyword !== '');
  const { load, stored, isFetching, refetch } = list;
  const counted = useRecordCount(filter, load);
  const searchShortcut = useShortcutProps('search', work.searchOpen);
  const count = load.status === 200 || stored === null ? counted : stored.data.length;

  // The keyword in the address. The rendered filter lags behind it, and back can be pressed in between.
  const keyword = useRef(filter.keyword);
  useLayoutEffect(() => {
    keyword.current = filter.keyword;
  }, [filter.keyword]);
  const applyFilter = (next: ApprovalFilter) => {
    keyword.current = next.keyword;
    scroller.current?.scrollTo(0, 0);
    // Filtering replaces the history entry, so that back leaves the list.
    navigate(`?${filterQuery(next)}`, { replace: true });
  };
  const clear = () => {
    setIsSearching(false);
    applyFilter(emptyFilter(filter.list));
  };
  const show = (next: ApprovalFilter) => {
    endSelection();
    setIsSearching(next.keyword !== '');
    applyFilter(next);
  };
  const toggleSearch = () => {
    setIsSearching(!isSearching);
    if (isSearching && keyword.current !== '') applyFilter({ ...filter, keyword: '' });
  };
  useLeaveModeOnBack(isSearching, toggleSearch);
  const refresh = async () => {
    const { error } = await refetch();
    if (error !== null) showFailure(error);
  };
  const retry = () => void refetch();
  return (
    <Screen
      title={work.lists[filter.list]}
      scrollRef={scroller}
      onRefresh={refresh}
      bottom={bottom}
      trailing={
        isSelecting ? (
          <IconButton label={work.selection.end} onClick={endSelection}>
            <CloseIcon />
          </IconButton>
        ) : (
          <IconButton
            label={work.searchOpen}
            {...searchShortcut}
            aria-expanded={isSearching}
            onClick={toggleSearch}
          >
            <SearchIcon />
          </IconButton>
        )
      }
    >
      <FilterBar
        filter={filter}
        onChange={applyFilter}
        onList={(name) => show(lastFilter(name))}
        onApply={show}
        isSearching={isSearching}
        onSelect={isSelecting || count === 0 ? undefined : onSelect}
      />
      <AbsenceBanner />
      <OutboxBanner />
      {load.status === 400 && stored !== null && stored.data.length > 0 ? (
        <StoredNotice storedAt={stored.storedAt} error={load.error} retrying={isFetching} onRetry={retry} />
      ) : null}
      <ListState
        pending={load.status === 0}
        error={load.status === 400 ? load.error : null}
        retrying={isFetching}
        onRetry={retry}
        count={count}
        empty={
          isFiltered(filter) ? (
            <EmptyState
              title={work.noMatch}
              hint={work.noMatchHint}
              action={<Button onClick={clear}>{work.clearFilters}</Button>}
            />
          ) : (
            empty
          )
        }
      >
        <WorkRows key={filterKey(filter)} filter={filter} list={list} count={count} scroller={scroller}>
          {children}
        </WorkRows>
      </ListState>
    </Screen>
  );
}
