import type { Message } from '@sealflow/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { type Api, useApi } from '../../platform/api/index.ts';
import { afterLast, type FeedPage, itemsOf } from './feed.rules.ts';
import { useNewest } from './newest.hook.ts';
import { type Stored, useKeep, useStoredList } from './stored.hook.ts';

const pageSize = 30;
export const messagesKey = (sessionID: string) => ['account', 'messages', sessionID] as const;

const facts = {
  keyOf: ({ msgID }: Message) => msgID,
  timeOf: ({ createAt }: Message) => createAt,
};

type Where = { readonly skip: number; readonly limit: number; readonly before?: number };
type PageParam =
  | { readonly kind: 'newest' }
  /** The page that has the message of this time in its middle. */
  | { readonly kind: 'around'; readonly moment: number }
  | { readonly kind: 'older'; readonly before: number; readonly skip: number }
  | { readonly kind: 'newer'; readonly before: number; readonly left: number };

type Source = { readonly api: Api; readonly sessionID: string; readonly signal?: AbortSignal | undefined };
type Page = FeedPage<Message>;

const ask = ({ api, sessionID, signal }: Source, query: Where & { readonly keyword?: string }) =>
  api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', { params: { sessionID }, query, signal });

async function fetchAround(source: Source, moment: number): Promise<Page> {
  const [all, upTo] = await Promise.all([
    ask(source, { skip: 0, limit: 1 }),
    ask(source, { skip: 0, limit: 0, before: moment + 1 }),
  ]);
  // Counting before the newest message's time + 1 keeps the pages stable while new messages arrive.
  const before = (all.data[0]?.createAt ?? moment) + 1;
  const left = Math.max(0, all.total - upTo.total - pageSize / 2);
  const { data } = await ask(source, { skip: left, limit: pageSize, before });
  return { data, isLast: data.length < pageSize, newer: left > 0 ? { left, before } : null };
}

async function fetchNewer(source: Source, asked: { before: number; left: number }): Promise<Page> {
  const left = Math.max(0, asked.left - pageSize);
  const { before } = asked;
  const { data } = await ask(source, { skip: left, limit: asked.left - left, before });
  return { data, isLast: false, newer: left > 0 ? { left, before } : null };
}

async function fetchPage(source: Source, param: PageParam): Promise<Page> {
  if (param.kind === 'around') return fetchAround(source, param.moment);
  if (param.kind === 'newer') return fetchNewer(source, param);
  const where = param.kind === 'older' ? { before: param.before, skip: param.skip } : { skip: 0 };
  const { data } = await ask(source, { ...where, limit: pageSize });
  return { data, isLast: data.length < pageSize, newer: null };
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
      const place = afterLast(pages, facts);
      return place === undefined ? undefined : { kind: 'older', ...place };
    },
    getPreviousPageParam: ({ newer }): PageParam | undefined =>
      newer === null ? undefined : { kind: 'newer', ...newer },
    // `useNewest` keeps the list fresh; a refetch would load every page scrolled through.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const { refresh, inTurn } = useNewest({
    queryKey,
    fetchNewest: () => fetchPage({ api, sessionID }, { kind: 'newest' }),
    ...facts,
    concerns: ({ name, data }) => name === 'badge' || (name === 'message' && data['sessionID'] === sessionID),
  });

  const readStored = useCallback((stored: Stored) => stored.messages(sessionID), [sessionID]);
  const stored = useStoredList({ name: ['messages', sessionID], asked: query }, readStored);
  const pages = query.data?.pages;
  const reachesNewest = pages?.[0]?.newer === null;
  const fetched = useMemo(() => (pages === undefined ? undefined : itemsOf(pages, facts.keyOf)), [pages]);
  const store = useCallback(
    (to: Stored, messages: readonly Message[], now: number) => to.keepMessages(sessionID, messages, now),
    [sessionID],
  );
  useKeep(reachesNewest ? fetched : undefined, store);

  const { fetchNextPage, fetchPreviousPage } = query;
  const fetchOlder = useCallback(() => void inTurn(() => fetchNextPage()), [inTurn, fetchNextPage]);
  const fetchNewerPage = useCallback(
    () => void inTurn(() => fetchPreviousPage()),
    [inTurn, fetchPreviousPage],
  );
  const known = fetched ?? stored;
  const messages = useMemo(() => known?.toReversed() ?? [], [known]);
  return {
    ...query,
    messages,
    isPending: query.isPending && known === undefined,
    isStored: fetched === undefined && known !== undefined,
    hasNewer: !reachesNewest && fetched !== undefined,
    refresh,
    fetchOlder,
    fetchNewer: fetchNewerPage,
  };
}
