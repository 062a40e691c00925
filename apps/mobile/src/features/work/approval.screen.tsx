import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { Spinner } from '../../ui/spinner.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import styles from './approval.module.css';
import { type ApprovalFilter, isFiltered, readFilter, writeFilter } from './approval-filter.rules.ts';
import { keepFilter, lastFilter } from './approval-filters.store.ts';
import { FilterBar } from './filter-bar.component.tsx';
import { flowPath } from './flow-address.rules.ts';
import { useFlows, useTasks, useWorkTenant } from './work.queries.ts';
import { FlowRow, TaskRow } from './work-row.component.tsx';
import { WorkRows } from './work-rows.component.tsx';

/** /approval?list=tasks|flows&state=…&type=…&date=…: my tasks and my applications. */
export default function ApprovalScreen() {
  const [query] = useSearchParams();
  const filter = useMemo(() => readFilter(query), [query]);
  useEffect(() => keepFilter(filter), [filter]);
  return filter.list === 'tasks' ? <TaskList filter={filter} /> : <FlowList filter={filter} />;
}

type ListProps = { readonly filter: ApprovalFilter };

function TaskList({ filter }: ListProps) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const { items, ...list } = useTasks(filter);
  return (
    <ListScreen filter={filter} list={list} keys={items.map(({ id }) => id)} emptyTitle={work.noTasks}>
      {(index) => {
        const task = items[index];
        if (task === undefined) return null;
        const address = { flowID: task.flow.id, taskID: task.id };
        return <TaskRow task={task} onOpen={() => void navigate(flowPath(address, tserviceVersion))} />;
      }}
    </ListScreen>
  );
}

function FlowList({ filter }: ListProps) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const { items, ...list } = useFlows(filter);
  return (
    <ListScreen filter={filter} list={list} keys={items.map(({ id }) => id)} emptyTitle={work.noFlows}>
      {(index) => {
        const flow = items[index];
        if (flow === undefined) return null;
        const address = { flowID: flow.id, taskID: null };
        return <FlowRow flow={flow} onOpen={() => void navigate(flowPath(address, tserviceVersion))} />;
      }}
    </ListScreen>
  );
}

type ListScreenProps = ListProps & {
  readonly list: Omit<ReturnType<typeof useTasks> | ReturnType<typeof useFlows>, 'items' | 'data'>;
  readonly keys: readonly string[];
  readonly emptyTitle: string;
  readonly children: (index: number) => ReactNode;
};

function ListScreen({ filter, list, keys, emptyTitle, children }: ListScreenProps) {
  const { work, common } = useTexts();
  const errorOf = useErrorText();
  const [, setQuery] = useSearchParams();
  const scroller = useRef<HTMLDivElement>(null);
  const { error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = list;

  const show = (next: ApprovalFilter) => {
    scroller.current?.scrollTo(0, 0);
    // The list stays one step of the history, however often it is filtered.
    setQuery(writeFilter(next), { replace: true });
  };
  const refresh = async () => {
    const result = await refetch();
    if (result.error !== null) showSnackbar({ color: 'error', text: errorOf(result.error) });
  };
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const isEmpty = !isPending && error === null && keys.length === 0;

  return (
    <Screen title={work.lists[filter.list]} scrollRef={scroller} onRefresh={refresh}>
      <FilterBar filter={filter} onChange={show} onList={(name) => show(lastFilter(name))} />
      {isPending ? <SkeletonList label={common.loading} /> : null}
      {error !== null && keys.length === 0 ? (
        <ErrorState
          text={errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {isEmpty && isFiltered(filter) ? (
        <EmptyState
          title={work.noMatch}
          hint={work.noMatchHint}
          action={
            <Button onClick={() => show({ list: filter.list, state: null, type: null, date: 'all' })}>
              {work.clearFilters}
            </Button>
          }
        />
      ) : null}
      {isEmpty && !isFiltered(filter) ? <EmptyState title={emptyTitle} /> : null}
      <WorkRows keys={keys} scroller={scroller} onEnd={more}>
        {children}
      </WorkRows>
      {list.isFetchingNextPage ? (
        <output className={styles.more}>
          <Spinner />
          {work.loadingMore}
        </output>
      ) : null}
      {list.isFetchNextPageError && !isFetching ? (
        <div className={styles.more} role="alert">
          {work.moreFailed}
          <Button onClick={() => void fetchNextPage()}>{common.retry}</Button>
        </div>
      ) : null}
    </Screen>
  );
}
