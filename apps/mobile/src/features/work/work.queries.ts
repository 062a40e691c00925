import type { Query } from '@sealflow/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useBadges } from '../../app/shell/badges.store.ts';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { type CurrentTenant, useTenant } from '../../platform/session/index.ts';
import { type ApprovalFilter, type ListCall, type ListName, listQuery } from './approval-filter.rules.ts';

const pageSize = 20;

/** The screens of work are only reached with a tenant. */
export function useWorkTenant(): CurrentTenant {
  const tenant = useTenant();
  if (tenant === null) throw new Error('no tenant for this screen');
  return tenant;
}

export const workKeys = {
  all: (tid: string) => ['tenant', tid, 'work'] as const,
  list: (tid: string, list: ListName) => ['tenant', tid, 'work', list] as const,
  flow: (tid: string, flowID: string) => ['tenant', tid, 'work', 'flow', flowID] as const,
};

/** Fetches the lists anew when the poll sees other counts than before. */
function useFreshness(tid: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      useBadges.subscribe((now, before) => {
        if (now.tasks !== before.tasks) {
          void client.invalidateQueries({ queryKey: workKeys.list(tid, 'tasks') });
        }
        if (now.flows !== before.flows) {
          void client.invalidateQueries({ queryKey: workKeys.list(tid, 'flows') });
        }
      }),
    [client, tid],
  );
}

type Page<Item> = { readonly total: number; readonly data: readonly Item[] };

type WorkList<Item> = {
  readonly list: ListName;
  readonly filter: ApprovalFilter;
  readonly fetchPage: (tid: string, asked: Query<ListCall>, signal: AbortSignal) => Promise<Page<Item>>;
};

/** A list of one's own, the newest first, page by page. */
function useWorkList<Item extends { readonly id: string }>({ list, filter, fetchPage }: WorkList<Item>) {
  const { clock } = usePlatform();
  const { tid, tserviceVersion } = useWorkTenant();
  useFreshness(tid);
  const { state, type, date } = filter;
  const query = useInfiniteQuery({
    queryKey: [...workKeys.list(tid, list), { state, type, date }],
    queryFn: ({ pageParam, signal }) => {
      const asked = listQuery(filter, { serviceVersion: tserviceVersion, now: new Date(clock.now()) });
      return fetchPage(tid, { ...asked, skip: pageParam, limit: pageSize }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const skip = pages.length * pageSize;
      return skip < last.total ? skip : undefined;
    },
  });
  const pages = query.data?.pages;
  const items = useMemo(() => unique(pages?.flatMap((page) => page.data) ?? []), [pages]);
  return { ...query, items, total: pages?.[0]?.total };
}

// Between two pages of a moving list the same entry can come twice.
function unique<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

export function useTasks(filter: ApprovalFilter) {
  const api = useApi();
  return useWorkList({
    list: 'tasks',
    filter,
    fetchPage: (tid, query, signal) =>
      api.call('GET /api/v1/tenants/{tid}/user-tasks', {
        params: { tid },
        query: query as Query<'GET /api/v1/tenants/{tid}/user-tasks'>,
        signal,
      }),
  });
}

export function useFlows(filter: ApprovalFilter) {
  const api = useApi();
  return useWorkList({
    list: 'flows',
    filter,
    fetchPage: (tid, query, signal) =>
      api.call('GET /api/v1/tenants/{tid}/user-flows', {
        params: { tid },
        query: query as Query<'GET /api/v1/tenants/{tid}/user-flows'>,
        signal,
      }),
  });
}

export function useFlowTypes() {
  const api = useApi();
  const { tid } = useWorkTenant();
  return useQuery({
    queryKey: [...workKeys.all(tid), 'types'],
    queryFn: ({ signal }) => api.call('GET /api/v1/tenants/{tid}/flow-types', { params: { tid }, signal }),
    // Kinds of application change with the administration, not with the day.
    staleTime: 600_000,
  });
}

/** An application with its files and its steps, together: a decision is made on all of them. */
export function useFlow(flowID: string) {
  const api = useApi();
  const { tid } = useWorkTenant();
  return useQuery({
    queryKey: workKeys.flow(tid, flowID),
    queryFn: async ({ signal }) => {
      const options = { params: { tid, flowID }, signal };
      const [info, files, process] = await Promise.all([
        api.call('GET /api/v1/tenants/{tid}/flows/{flowID}', options),
        api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/files', options),
        api.call('GET /api/v1/tenants/{tid}/flows/{flowID}/process', options),
      ]);
      return { info: info.data, files: files.data, process: process.data };
    },
    staleTime: 0,
  });
}

export type FlowView = NonNullable<ReturnType<typeof useFlow>['data']>;
