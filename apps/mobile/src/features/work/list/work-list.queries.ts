import type { Flow, Query, Task } from '@sealflow/contract';
import {
  type QueryClient,
  type Query as TanstackQuery,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { type Api, useApi } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { debounce } from '../../../platform/timing.util.ts';
import { useBadges } from '../../../shell/badges/badges.store.ts';
import { type StoredWork, useStoredWork } from '../stored-work.hook.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';
import { type ApprovalFilter, filterKey, type ListCall, listQuery } from './approval-filter.rules.ts';
import { type ListLoad, listLoad } from './list-load.rules.ts';
import { firstRowOf, pageOfRow, pagesOfRows, sizeOfPage } from './list-page.rules.ts';
import { maxSelectedTasks } from './task-selection.rules.ts';

/** Number of pages of each list that are stored for reading offline: its first 100 rows. */
const maxStoredPages = 2;

export type WorkItem = { readonly tasks: Task; readonly flows: Flow };
export type Page<Item> = { readonly total: number; readonly data: readonly Item[] };

/** Refetches a list when the badge poll returns another count for it. */
function useRefetchOnBadgeChange(tid: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      useBadges.subscribe((now, before) => {
        if (now.tasks !== before.tasks)
          void client.invalidateQueries({ queryKey: workKeys.list(tid, 'tasks') });
        if (now.flows !== before.flows)
          void client.invalidateQueries({ queryKey: workKeys.list(tid, 'flows') });
      }),
    [client, tid],
  );
}

function fetchList(
  api: Api,
  list: ApprovalFilter['list'],
  { tid, query, signal }: { tid: string; query: Query<ListCall>; signal: AbortSignal },
): Promise<Page<Task | Flow>> {
  const params = { tid };
  return list === 'tasks'
    ? api.call('GET /api/v1/tenants/{tid}/user-tasks', {
        params,
        query: query as Query<'GET /api/v1/tenants/{tid}/user-tasks'>,
        signal,
      })
    : api.call('GET /api/v1/tenants/{tid}/user-flows', {
        params,
        query: query as Query<'GET /api/v1/tenants/{tid}/user-flows'>,
        signal,
      });
}

type PageKey = readonly [...ReturnType<typeof workKeys.list>, string, number];
const pageKey = (tid: string, filter: ApprovalFilter, page: number): PageKey => [
  ...workKeys.list(tid, filter.list),
  filterKey(filter),
  page,
];
const storedListName = (filter: ApprovalFilter) => `list:${filterKey(filter)}`;

type PageToStore = {
  readonly client: QueryClient;
  readonly store: StoredWork;
  readonly tid: string;
  readonly filter: ApprovalFilter;
  readonly page: number;
  readonly fetched: Page<unknown>;
};

/** Stores the loaded pages from the first one up to the first gap. */
async function storePages({ client, store, tid, filter, page, fetched }: PageToStore): Promise<void> {
  const rows: unknown[] = [];
  for (let at = 0; at < maxStoredPages; at += 1) {
    const loaded = at === page ? fetched : client.getQueryData<Page<unknown>>(pageKey(tid, filter, at));
    if (loaded === undefined) break;
    rows.push(...loaded.data);
  }
  if (rows.length > 0 || fetched.total === 0)
    await store.put(storedListName(filter), { total: fetched.total, data: rows });
}

/** Writing waits until the list rests, because scrolling needs the device's resources. */
const storePagesDebounced = debounce((kept: PageToStore) => void storePages(kept), 500);

/** The first page is stored immediately, so that it is available offline. */
function storePage(kept: PageToStore): void {
  if (kept.page === 0) void storePages(kept);
  else if (kept.page < maxStoredPages) storePagesDebounced(kept);
}

export function usePageOptions(filter: ApprovalFilter) {
  const api = useApi();
  const client = useQueryClient();
  const store = useStoredWork();
  const { clock } = usePlatform();
  const { tid, tserviceVersion } = useWorkTenant();
  return useCallback(
    (page: number) => ({
      queryKey: pageKey(tid, filter, page),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const conditions = listQuery(filter, { serviceVersion: tserviceVersion, now: new Date(clock.now()) });
        const query = { ...conditions, skip: firstRowOf(page), limit: sizeOfPage(page) };
        const fetched = await fetchList(api, filter.list, { tid, query, signal });
        storePage({ client, store, tid, filter, page, fetched });
        return fetched;
      },
      gcTime: 60_000,
    }),
    [api, client, store, clock, tid, tserviceVersion, filter],
  );
}

export type WorkList<Item> = {
  readonly load: ListLoad;
  /** The stored list; shown until the list is loaded. */
  readonly stored: (Page<Item> & { readonly storedAt: number }) | null;
  /** Items of the first page only. */
  readonly items: readonly Item[];
  readonly isFetching: boolean;
  readonly refetch: () => Promise<{ readonly error: Error | null }>;
};

/** The first page of a list, and the list's total. */
export function useWorkList<L extends ApprovalFilter['list']>(
  filter: ApprovalFilter & { readonly list: L },
): WorkList<WorkItem[L]> {
  type Item = WorkItem[L];
  const { tid } = useWorkTenant();
  useRefetchOnBadgeChange(tid);
  const store = useStoredWork();
  const pageOptions = usePageOptions(filter);
  const first = useQuery(pageOptions(0));
  const load = listLoad({ total: first.data?.total, error: first.error });
  const kept = useQuery({
    queryKey: ['tenant', tid, 'stored', storedListName(filter)],
    queryFn: () => store.get<Page<Item>>(storedListName(filter)),
    enabled: load.status !== 200,
    // The stored list changes with every fetched page.
    gcTime: 0,
    staleTime: 0,
  });
  const { refetch } = first;
  const stored = kept.data ? { ...kept.data.body, storedAt: kept.data.storedAt } : null;
  return {
    load,
    stored: load.status === 200 ? null : stored,
    items: (load.status === 200 ? (first.data?.data as readonly Item[] | undefined) : stored?.data) ?? [],
    isFetching: first.isFetching,
    refetch: useCallback(async () => ({ error: (await refetch()).error }), [refetch]),
  };
}

/**
 * The items of the visible pages.
 * @param pages - memoized: each new array compares the results of all pages.
 */
export function useWorkPages<L extends ApprovalFilter['list']>(
  filter: ApprovalFilter & { readonly list: L },
  pages: readonly number[],
) {
  const client = useQueryClient();
  const { tid } = useWorkTenant();
  const pageOptions = usePageOptions(filter);
  const queries = useMemo(() => pages.map(pageOptions), [pages, pageOptions]);
  const combine = useCallback((results: PageResults) => selectLoaded(results, pages), [pages]);
  const { loaded, error } = useQueries({ queries, combine });
  return {
    itemAt: (row: number): WorkItem[L] | undefined => {
      const page = pageOfRow(row);
      return loaded[page]?.data[row - firstRowOf(page)] as WorkItem[L] | undefined;
    },
    error,
    retry: () => {
      const failed = ({ state }: TanstackQuery) => state.status === 'error';
      void client.refetchQueries({ queryKey: workKeys.list(tid, filter.list), predicate: failed });
    },
  };
}

type PageResults = readonly UseQueryResult<Page<Task | Flow>>[];

/**
 * Selects only what the rows show, so that they do not render when a fetch starts. By page: the library compares the
 * former value of each property with the new one in depth, which ends at once for the same page.
 */
const selectLoaded = (results: PageResults, pages: readonly number[]) => ({
  loaded: Object.fromEntries(results.map(({ data }, at) => [pages[at], data])) as Readonly<
    Record<number, Page<Task | Flow> | undefined>
  >,
  error: results.find(({ isError }) => isError)?.error ?? null,
});

/** Loads the tasks between two rows, visible or not. */
export function useTaskRange(filter: ApprovalFilter & { readonly list: 'tasks' }) {
  const client = useQueryClient();
  const pageOptions = usePageOptions(filter);
  return async (one: number, other: number): Promise<readonly Task[]> => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const pages = pagesOfRows(from, to);
    const fetched = await Promise.all(
      pages.map((page) => client.fetchQuery({ ...pageOptions(page), staleTime: Number.POSITIVE_INFINITY })),
    );
    const rows = fetched.flatMap(({ data }) => data) as Task[];
    const first = firstRowOf(pageOfRow(from));
    return rows.slice(from - first, to - first + 1);
  };
}

/** Loads the awaiting tasks of a type, up to the limit of a bulk decision. */
export function useTasksOfType(filter: ApprovalFilter) {
  const api = useApi();
  const { clock } = usePlatform();
  const { tid, tserviceVersion } = useWorkTenant();
  return async (type: Task['flow']['type']): Promise<readonly Task[]> => {
    const conditions = listQuery(
      { ...filter, state: 'awaiting', type },
      { serviceVersion: tserviceVersion, now: new Date(clock.now()) },
    );
    const query = { ...conditions, skip: 0, limit: maxSelectedTasks };
    const { data } = await fetchList(api, 'tasks', { tid, query, signal: new AbortController().signal });
    return data as readonly Task[];
  };
}
