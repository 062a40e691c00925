import type { MessageSession } from '@sealflow/contract';
import { type Query, type QueryKey, useInfiniteQuery, useIsFetching } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';
import { type FeedPage, firstPageSize, flattenPages, furtherPageSize, nextPageCursor } from './feed.rules.ts';
import { useNewest } from './newest.hook.ts';
import { type StoredMessages, useStoredList, useStoreWhenIdle } from './stored-list.hook.ts';

export const sessionsKey = ['account', 'sessions'] as const;

const itemKeys = {
  keyOf: ({ sessionID }: MessageSession) => sessionID,
  timeOf: ({ updateAt }: MessageSession) => updateAt,
};
const storeSessions = (stored: StoredMessages, sessions: readonly MessageSession[], now: number) =>
  stored.storeSessions(sessions, now);
const readSessions = (stored: StoredMessages) => stored.sessions();

type PageParam = { readonly before: number; readonly skip: number } | null;

/** The account's sessions, latest first; with a keyword, those that match it. */
export function useSessions(keyword = '') {
  const api = useApi();
  const language = useLanguage();
  const queryKey = useMemo(() => [...sessionsKey, language, keyword], [language, keyword]);
  const fetchPage = useCallback(
    async (param: PageParam, signal?: AbortSignal): Promise<FeedPage<MessageSession>> => {
      const limit = param === null ? firstPageSize : furtherPageSize;
      const request = { skip: 0, limit, ...param, ...(keyword === '' ? {} : { keyword }) };
      const { data } = await api.call('GET /api/v1/user-msg-sessions', { query: request, signal });
      return { data, isLast: data.length < limit, newer: null };
    },
    [api, keyword],
  );
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as PageParam,
    getNextPageParam: (_, pages): PageParam | undefined => nextPageCursor(pages, itemKeys),
    // `useNewest` keeps the list fresh; a refetch would load every page scrolled through.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: (before, previous) =>
      // While typing, the results of the former keyword stay visible; the unfiltered list is not a result.
      keyword !== '' && previous?.queryKey[3] !== '' ? before : undefined,
  });
  const { refresh, enqueue } = useNewest({
    queryKey,
    fetchNewest: () => fetchPage(null),
    ...itemKeys,
    isAffectedBy: ({ name }) => name === 'message' || name === 'badge',
  });

  // The stored list is unfiltered, so it does not replace a search.
  const isSearch = keyword !== '';
  const request = {
    data: query.data,
    isPending: !isSearch && query.isPending,
    error: isSearch ? null : query.error,
  };
  const stored = useStoredList({ name: ['sessions'], request }, readSessions);
  const pages = query.data?.pages;
  const fetched = useMemo(
    () => (pages === undefined ? undefined : flattenPages(pages, itemKeys.keyOf)),
    [pages],
  );
  useStoreWhenIdle(keyword === '' ? fetched : undefined, storeSessions);

  const { fetchNextPage, hasNextPage, error } = query;
  const isFetchingOlder = useRef(false);
  /** Whether the last attempt to load older sessions failed. */
  const hasOlderFailed = query.isFetchNextPageError;
  const fetchOlder = useCallback(() => {
    if (!hasNextPage || isFetchingOlder.current) return;
    isFetchingOlder.current = true;
    void enqueue(() => fetchNextPage()).finally(() => {
      isFetchingOlder.current = false;
    });
  }, [hasNextPage, enqueue, fetchNextPage]);
  const sessions = fetched ?? stored;
  return {
    sessions: sessions ?? [],
    error,
    // `isFetching` is read only after an error, so that the screen does not render for every fetched page.
    isRetrying: error !== null && query.isFetching,
    isPending: query.isPending && sessions === undefined,
    isStored: fetched === undefined && sessions !== undefined,
    refresh,
    older: { queryKey, hasFailed: hasOlderFailed, fetch: fetchOlder },
  };
}

/** Whether the next page of a list is loading. Only the component that reads it renders for every fetched page. */
export function useIsFetchingNextPage(queryKey: QueryKey): boolean {
  const predicate = ({ state }: Query) => state.fetchMeta?.fetchMore?.direction === 'forward';
  return useIsFetching({ queryKey, exact: true, predicate }) > 0;
}
