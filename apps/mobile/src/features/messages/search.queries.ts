import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';

const pageSize = 30;
const firstPage: { readonly before?: number } = {};
const hitsKey = (sessionID: string) => ['account', 'hits', sessionID] as const;

/** The number of messages of a session with the keyword, and the newest of them. */
export function useFirstHit(sessionID: string, keyword: string) {
  const api = useApi();
  const language = useLanguage();
  return useQuery({
    queryKey: [...hitsKey(sessionID), language, keyword, 'first'],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', {
        params: { sessionID },
        query: { skip: 0, limit: 1, keyword },
        signal,
      }),
    enabled: keyword !== '',
  });
}

/** The messages of a session with the keyword, newest first. */
export function useHits(sessionID: string, keyword: string) {
  const api = useApi();
  const language = useLanguage();
  const query = useInfiniteQuery({
    queryKey: [...hitsKey(sessionID), language, keyword],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', {
        params: { sessionID },
        query: { ...pageParam, skip: 0, limit: pageSize, keyword },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ data }) => {
      const last = data.at(-1);
      // Times are unique within a session, so that the last one is a sufficient cursor.
      return last === undefined || data.length < pageSize ? undefined : { before: last.createAt };
    },
    enabled: keyword !== '',
    placeholderData: (before) => (keyword === '' ? undefined : before),
  });
  const pages = query.data?.pages;
  const hits = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  return { ...query, hits, total: pages?.[0]?.total ?? 0 };
}
