import type { Message, MessageSession } from '@sealflow/contract';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api/index.ts';
import { refreshBadges } from '../../shell/badges/badges.store.ts';
import type { FeedPage } from './feed.rules.ts';
import { messagesKey } from './messages.queries.ts';
import { sessionsKey } from './sessions.queries.ts';

function updateItems<Item>(
  client: QueryClient,
  queryKey: readonly string[],
  update: (item: Item) => Item,
): void {
  client.setQueriesData<InfiniteData<FeedPage<Item>>>(
    { queryKey },
    (loaded) =>
      loaded && {
        ...loaded,
        pages: loaded.pages.map((page) => ({ ...page, data: page.data.map(update) })),
      },
  );
}

type ReadMark = {
  readonly sessionID: string;
  /** Time of the newest read message, in milliseconds. */
  readonly upTo: number;
};

/** Marks messages as read: in the lists and on the tab's badge, once the service has confirmed it. */
export function useMarkRead() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionID, upTo }: ReadMark) =>
      api.call('POST /api/v1/user-msg-sessions/{sessionID}/actions/read', {
        params: { sessionID },
        body: { upTo },
      }),
    onSuccess: (_, { sessionID, upTo }) => {
      updateItems<Message>(client, messagesKey(sessionID), (message) =>
        message.read || message.createAt > upTo ? message : { ...message, read: true },
      );
      updateItems<MessageSession>(client, sessionsKey, (session) =>
        session.sessionID === sessionID && session.updateAt <= upTo ? { ...session, unread: 0 } : session,
      );
      refreshBadges();
    },
  });
}
