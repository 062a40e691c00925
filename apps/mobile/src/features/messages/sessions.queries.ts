import type { MessageSession } from '@sealflow/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';
import { afterLast, type FeedPage, itemsOf } from './feed.rules.ts';
import { useNewest } from './newest.hook.ts';
import { type Stored, useKeep, useStoredList } from './stored.hook.ts';

const pageSize = 30;
export const sessionsKey = ['account', 'sessions'] as const;

const facts = {
  keyOf: ({ sessionID }: MessageSession) => sessionID,
  timeOf: ({ updateAt }: MessageSession) => updateAt,
};
const storeSessions = (stored: Stored, sessions: readonly MessageSession[], now: number) =>
  stored.keepSessions(sessions, now);
const readSessions = (stored: Stored) => stored.sessions();

type PageParam = { readonly before: number; readonly skip: number } | null;

/** The account's sessions, latest first; with a keyword, those that match it. */
export function useSessions(keyword = '') {
  const api = useApi();
  const language = useLanguage();
  const queryKey = useMemo(() => [...sessionsKey, language, keyword], [language, keyword]);
  const fetchPage = useCallback(
    async (param: PageParam, signal?: AbortSignal): Promise<FeedPage<MessageSession>> => {
      const asked = { skip: 0, limit: pageSize, ...param, ...(keyword === '' ? {} : { keyword }) };
      const { data } = await api.call('GET /api/v1/user-msg-sessions', { query: asked, signal });
      return { data, isLast: data.length < pageSize, newer: null };
    },
    [api, keyword],
  );
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as PageParam,
    getNextPageParam: (_, pages): PageParam | undefined => afterLast(pages, facts),
    // `useNewest` keeps the list fresh; a refetch would load every page scrolled through.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: (before, previous) =>
      // While typing, the results of the former keyword stay visible; the unfiltered list is not a result.
      keyword !== '' && previous?.queryKey[3] !== '' ? before : undefined,
  });
  const { refresh, inTurn } = useNewest({
    queryKey,
    fetchNewest: () => fetchPage(null),
    ...facts,
    concerns: ({ name }) => name === 'message' || name === 'badge',
  });

  // The stored list is unfiltered, so it does not replace a search.
  const isSearch = keyword !== '';
  const asked = {
    data: query.data,
    isPending: !isSearch && query.isPending,
    error: isSearch ? null : query.error,
  };
  const stored = useStoredList({ name: ['sessions'], asked }, readSessions);
  const pages = query.data?.pages;
  const fetched = useMemo(() => (pages === undefined ? undefined : itemsOf(pages, facts.keyOf)), [pages]);
  useKeep(keyword === '' ? fetched : undefined, storeSessions);

  const { fetchNextPage, hasNextPage, error } = query;
  const asksOlder = useRef(false);
  const fetchOlder = useCallback(() => {
    if (!hasNextPage || asksOlder.current) return;
    asksOlder.current = true;
    void inTurn(() => fetchNextPage()).finally(() => {
      asksOlder.current = false;
    });
  }, [hasNextPage, inTurn, fetchNextPage]);
  const sessions = fetched ?? stored;
  return {
    sessions: sessions ?? [],
    error,
    // `isFetching` is read only after an error, so that the screen does not render for every fetched page.
    isRetrying: error !== null && query.isFetching,
    isPending: query.isPending && sessions === undefined,
    isStored: fetched === undefined && sessions !== undefined,
    refresh,
    fetchOlder,
  };
}
