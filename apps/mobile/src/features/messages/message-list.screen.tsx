import { SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ApiError } from '../../platform/api/index.ts';
import { useSpeaker } from '../../platform/speech/speech.hook.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../../shell/navigation/query-params.hook.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { useOnline } from '../../shell/online.hook.ts';
import { Navigate, useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { MessageRows } from './message-rows.component.tsx';
import { useMessages } from './messages.queries.ts';
import { useMarkRead } from './read.queries.ts';
import { useSessions } from './sessions.queries.ts';
import { StaleNotice } from './stale-notice.component.tsx';

/**
 * /messagelist?sessionID=…: a session with the newest message at the bottom; `at` and `msgID` open it at a
 * search result.
 */
export default function MessageListScreen() {
  const query = useQueryParams();
  const sessionID = query.get('sessionID');
  const at = Number(query.get('at'));
  const around = Number.isSafeInteger(at) && at > 0 ? at : null;
  if (sessionID === null || sessionID === '') return <Navigate to={paths.sessionlist} replace />;
  return (
    <MessageList
      key={`${sessionID} ${around ?? ''}`}
      sessionID={sessionID}
      around={around}
      foundID={query.get('msgID')}
    />
  );
}

type MessageListProps = {
  readonly sessionID: string;
  readonly around: number | null;
  readonly foundID: string | null;
};

function MessageList({ sessionID, around, foundID }: MessageListProps) {
  const { shell, messages: texts } = useTexts();
  const showFailure = useShowFailure();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const title = useSessions().sessions.find((session) => session.sessionID === sessionID)?.title;
  const list = useMessages(sessionID, around);
  const { messages, error, isPending, isFetching, isStored, hasNextPage, hasNewer } = list;
  const { refresh, fetchOlder, fetchNewer } = list;
  const onNewestSeen = useMarkSeenAsRead(sessionID, isStored ? undefined : messages.at(-1));
  const speaker = useSpeaker();
  useEffect(() => () => speaker.stop(), [speaker]);

  const refreshOrShowError = async () => {
    try {
      await refresh();
    } catch (failure) {
      // An empty list shows the error itself.
      if (messages.length > 0) showFailure(failure);
    }
  };
  const onOlder = useCallback(() => {
    if (hasNextPage && !isFetching) fetchOlder();
  }, [hasNextPage, isFetching, fetchOlder]);
  const onNewer = useCallback(() => {
    if (!isFetching) fetchNewer();
  }, [isFetching, fetchNewer]);

  return (
    <Screen
      title={title ?? shell.titles.messagelist}
      scrollRef={scroller}
      onRefresh={refreshOrShowError}
      trailing={
        <IconButton
          label={texts.searchOpen}
          onClick={() => navigate(viewAddress(paths.messagelist, 'search', { sessionID }))}
        >
          <SearchIcon />
        </IconButton>
      }
    >
      {isStored ? <StaleNotice onRetry={refreshOrShowError} /> : null}
      {isGone(error) ? (
        <SessionGone />
      ) : (
        <ListState
          pending={isPending}
          error={error}
          retrying={isFetching}
          onRetry={() => void refreshOrShowError()}
          count={messages.length}
          empty={<EmptyState title={texts.noMessages} />}
        >
          <MessageRows
            key={isStored ? 'stored' : 'fetched'}
            sessionTitle={title}
            messages={messages}
            hasOlder={hasNextPage}
            hasNewer={hasNewer}
            older={{ isLoading: list.isFetchingNextPage, hasFailed: list.isFetchNextPageError }}
            newer={{ isLoading: list.isFetchingPreviousPage, hasFailed: list.isFetchPreviousPageError }}
            scroller={scroller}
            foundID={foundID}
            onOlder={onOlder}
            onNewer={onNewer}
            onNewestSeen={onNewestSeen}
            onNewest={() =>
              navigate(`${paths.messagelist}?${new URLSearchParams({ sessionID }).toString()}`, {
                replace: true,
              })
            }
          />
        </ListState>
      )}
    </Screen>
  );
}

type Newest = { readonly createAt: number; readonly read: boolean } | undefined;

/** Marks all messages as read once the newest one was visible. */
function useMarkSeenAsRead(sessionID: string, newest: Newest): (createAt: number) => void {
  const isVisible = useIsPageVisible();
  const online = useOnline();
  const { mutate: markRead } = useMarkRead();
  const [seenUpTo, setSeenUpTo] = useState(0);
  const unread = newest?.read === false ? newest.createAt : undefined;
  useEffect(() => {
    if (isVisible && online && unread !== undefined && unread <= seenUpTo)
      markRead({ sessionID, upTo: unread });
  }, [sessionID, seenUpTo, isVisible, online, unread, markRead]);
  return setSeenUpTo;
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'message.session_not_found';

function SessionGone() {
  const { messages } = useTexts();
  const navigate = useNavigate();
  return (
    <EmptyState
      title={messages.gone}
      action={
        <Button onClick={() => navigate(paths.sessionlist, { replace: true })}>{messages.backToList}</Button>
      }
    />
  );
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the page is visible. Messages that arrive while it is hidden are not marked as read. */
const useIsPageVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
