import type { Message } from '@sealflow/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { type Api, useApi } from '../../platform/api/index.ts';
import { type FeedPage, firstPageSize, flattenPages, furtherPageSize, nextPageCursor } from './feed.rules.ts';
import { useNewest } from './newest.hook.ts';
import { type StoredMessages, useStoredList, useStoreWhenIdle } from './stored-list.hook.ts';

export const messagesKey = (sessionID: string) => ['account', 'messages', sessionID] as const;

const itemKeys = {
  keyOf: ({ msgID }: Message) => msgID,
  timeOf: ({ createAt }: Message) => createAt,
};

type PageQuery = { readonly skip: number; readonly limit: number; readonly before?: number };
type PageParam =
  | { readonly kind: 'newest' }
  /** The page that has the message of this time in its middle. */
  | { readonly kind: 'around'; readonly moment: number }
  | { readonly kind: 'older'; readonly before: number; readonly skip: number }
  | { readonly kind: 'newer'; readonly before: number; readonly remaining: number };

type Source = { readonly api: Api; readonly sessionID: string; readonly signal?: AbortSignal | undefined };
type Page = FeedPage<Message>;

const fetchMessages = (
  { api, sessionID, signal }: Source,
  query: PageQuery & { readonly keyword?: string },
) => api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', { params: { sessionID }, query, signal });

async function fetchAround(source: Source, moment: number): Promise<Page> {
  const [all, upTo] = await Promise.all([
    fetchMessages(source, { skip: 0, limit: 1 }),
    fetchMessages(source, { skip: 0, limit: 0, before: moment + 1 }),
  ]);
  // Counting before the newest message's time + 1 keeps the pages stable while new messages arrive.
  const before = (all.data[0]?.createAt ?? moment) + 1;
  const remaining = Math.max(0, all.total - upTo.total - firstPageSize / 2);
  const { data } = await fetchMessages(source, { skip: remaining, limit: firstPageSize, before });
  return { data, isLast: data.length < firstPageSize, newer: remaining > 0 ? { remaining, before } : null };
}

async function fetchNewer(source: Source, request: { before: number; remaining: number }): Promise<Page> {
  const remaining = Math.max(0, request.remaining - furtherPageSize);
  const { before } = request;
  const { data } = await fetchMessages(source, {
    skip: remaining,
    limit: request.remaining - remaining,
    before,
  });
  return { data, isLast: false, newer: remaining > 0 ? { remaining, before } : null };
}

async function fetchPage(source: Source, param: PageParam): Promise<Page> {
  if (param.kind === 'around') return fetchAround(source, param.moment);
  if (param.kind === 'newer') return fetchNewer(source, param);
  const query =
    param.kind === 'older'
      ? { before: param.before, skip: param.skip, limit: furtherPageSize }
      : { skip: 0, limit: firstPageSize };
  const { data } = await fetchMessages(source, query);
  return { data, isLast: data.length < query.limit, newer: null };
}

const firstPage = (around: number | null): PageParam =>
  around === null ? { kind: 'newest' } : { kind: 'around', moment: around };

/** Messages of a session, oldest first: from the newest back, or around the message of a given time. */
export function useMessages(sessionID: string, around: number | null) {
  const api = useApi();
  const language = useLanguage();
  const queryKey = useMemo(
    () => [...messagesKey(sessionID), language, around ?? 'newest'],
    [sessionID, language, around],
  );
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ api, sessionID, signal }, pageParam),
    initialPageParam: firstPage(around),
    getNextPageParam: (_, pages): PageParam | undefined => {
      const cursor = nextPageCursor(pages, itemKeys);
      return cursor === undefined ? undefined : { kind: 'older', ...cursor };
    },
    getPreviousPageParam: ({ newer }): PageParam | undefined =>
      newer === null ? undefined : { kind: 'newer', ...newer },
    // `useNewest` keeps the list fresh; a refetch would load every page scrolled through.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const { refresh, enqueue } = useNewest({
    queryKey,
    fetchNewest: () => fetchPage({ api, sessionID }, { kind: 'newest' }),
    ...itemKeys,
    isAffectedBy: ({ name, data }) =>
      name === 'badge' || (name === 'message' && data['sessionID'] === sessionID),
  });

  const readStored = useCallback((stored: StoredMessages) => stored.messages(sessionID), [sessionID]);
  const stored = useStoredList({ name: ['messages', sessionID], request: query }, readStored);
  const pages = query.data?.pages;
  const isAtNewest = pages?.[0]?.newer === null;
  const fetched = useMemo(
    () => (pages === undefined ? undefined : flattenPages(pages, itemKeys.keyOf)),
    [pages],
  );
  const storeMessages = useCallback(
    (to: StoredMessages, messages: readonly Message[], now: number) =>
      to.storeMessages(sessionID, messages, now),
    [sessionID],
  );
  useStoreWhenIdle(isAtNewest ? fetched : undefined, storeMessages);

  const { fetchNextPage, fetchPreviousPage } = query;
  const fetchOlder = useCallback(() => void enqueue(() => fetchNextPage()), [enqueue, fetchNextPage]);
  const fetchNewerPage = useCallback(
    () => void enqueue(() => fetchPreviousPage()),
    [enqueue, fetchPreviousPage],
  );
  const known = fetched ?? stored;
  const messages = useMemo(() => known?.toReversed() ?? [], [known]);
  return {
    ...query,
    messages,
    isPending: query.isPending && known === undefined,
    isStored: fetched === undefined && known !== undefined,
    hasNewer: !isAtNewest && fetched !== undefined,
    refresh,
    fetchOlder,
    fetchNewer: fetchNewerPage,
  };
}
