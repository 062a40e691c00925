import type { Message, MessageSession } from '@sealflow/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { refreshBadges, useBadges } from '../../app/shell/badges.store.ts';
import { useApi } from '../../platform/api/index.ts';

const pageSize = 30;
const sessionsKey = ['account', 'sessions'] as const;
const messagesKey = (sessionID: string) => ['account', 'messages', sessionID] as const;

/** Fetches a list anew when the poll sees another number of unread messages than before. */
function useFreshness(queryKey: readonly string[]): void {
  const client = useQueryClient();
  useEffect(
    () =>
      useBadges.subscribe((now, before) => {
        if (now.messages !== before.messages) void client.invalidateQueries({ queryKey });
      }),
    [client, queryKey],
  );
}

/** The sessions of the account, the latest first. */
export function useSessions() {
  const api = useApi();
  useFreshness(sessionsKey);
  const query = useInfiniteQuery({
    queryKey: sessionsKey,
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/v1/user-msg-sessions', { query: { skip: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const skip = pages.length * pageSize;
      return skip < last.total ? skip : undefined;
    },
  });
  const pages = query.data?.pages;
  const sessions = useMemo(() => unique(pages?.flatMap(({ data }) => data) ?? [], sessionKey), [pages]);
  return { ...query, sessions };
}

type PageParam = { readonly skip: number; readonly before?: number };

/** The messages of a session, the oldest first; `fetchNextPage` brings older ones. */
export function useMessages(sessionID: string) {
  const api = useApi();
  const queryKey = useMemo(() => messagesKey(sessionID), [sessionID]);
  useFreshness(queryKey);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/v1/user-msg-sessions/{sessionID}/msgs', {
        params: { sessionID },
        query: { ...pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: { skip: 0 },
    getNextPageParam: (last, pages): PageParam | undefined => {
      const newest = pages[0]?.data[0];
      if (newest === undefined || last.data.length < pageSize) return undefined;
      // Counted from the newest one known, the pages stay where they are while new messages arrive.
      return { skip: pages.length * pageSize, before: newest.createAt + 1 };
    },
  });
  const pages = query.data?.pages;
  const messages = useMemo(
    () => unique(pages?.flatMap(({ data }) => data) ?? [], messageKey).toReversed(),
    [pages],
  );
  return { ...query, messages };
}

/** Marks what was seen as read, here and on the tab. */
export function useMarkRead(sessionID: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) =>
      api.call('POST /api/v1/user-msg-sessions/{sessionID}/actions/read', {
        params: { sessionID },
        body: { upTo },
      }),
    onSuccess: async () => {
      refreshBadges();
      await client.invalidateQueries({ queryKey: sessionsKey });
    },
  });
}

const sessionKey = ({ sessionID }: MessageSession) => sessionID;
const messageKey = ({ msgID }: Message) => msgID;

// Between two pages of a moving list the same entry can come twice.
function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
