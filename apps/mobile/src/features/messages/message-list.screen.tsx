import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../app/shell/paths.ts';
import { useQueryParams } from '../../app/shell/query.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { MessageRows } from './message-rows.component.tsx';
import { useMarkRead, useMessages, useSessions } from './messages.queries.ts';

/** /messagelist?sessionID=…: the newest at the bottom. */
export default function MessageListScreen() {
  const query = useQueryParams();
  const sessionID = query.get('sessionID');
  if (sessionID === null || sessionID === '') return <Navigate to={paths.sessionlist} replace />;
  return <MessageList key={sessionID} sessionID={sessionID} />;
}

function MessageList({ sessionID }: { readonly sessionID: string }) {
  const { shell, messages: texts, common } = useTexts();
  const errorOf = useErrorText();
  const scroller = useRef<HTMLDivElement>(null);
  const title = useSessions().sessions.find((session) => session.sessionID === sessionID)?.title;
  const { messages, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useMessages(sessionID);
  const { mutate: markRead } = useMarkRead(sessionID);
  const newestUnread = messages.findLast(({ read }) => !read)?.createAt;
  useEffect(() => {
    if (newestUnread !== undefined) markRead(newestUnread);
  }, [newestUnread, markRead]);

  return (
    <Screen title={title ?? shell.titles.messagelist} scrollRef={scroller}>
      {isPending ? <SkeletonList label={common.loading} /> : null}
      {error !== null && messages.length === 0 ? (
        <ErrorState
          text={errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {error === null && !isPending && messages.length === 0 ? <EmptyState title={texts.noMessages} /> : null}
      {messages.length > 0 ? (
        <MessageRows
          sessionTitle={title}
          messages={messages}
          hasOlder={hasNextPage}
          scroller={scroller}
          loadingOlder={isFetchingNextPage}
          onStart={() => {
            if (hasNextPage && !isFetching) void fetchNextPage();
          }}
        />
      ) : null}
    </Screen>
  );
}
