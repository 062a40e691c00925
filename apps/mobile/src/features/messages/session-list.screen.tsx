import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { openWithTransition } from '../../app/shell/transition.ts';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { useSessions } from './messages.queries.ts';
import { SessionRows } from './session-rows.component.tsx';

/** /sessionlist: the first tab. */
export default function SessionListScreen() {
  const { shell, messages, common } = useTexts();
  const errorOf = useErrorText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const { sessions, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage } = useSessions();

  const refresh = async () => {
    const result = await refetch();
    if (result.error) showSnackbar({ color: 'error', text: errorOf(result.error) });
  };
  const open = (sessionID: string) => {
    openWithTransition(() => void navigate(`${paths.messagelist}?${new URLSearchParams({ sessionID })}`));
  };
  return (
    <Screen title={shell.titles.sessionlist} back="none" onRefresh={refresh} scrollRef={scroller}>
      {isPending ? <SkeletonList label={common.loading} /> : null}
      {error !== null && sessions.length === 0 ? (
        <ErrorState
          text={errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {error === null && !isPending && sessions.length === 0 ? (
        <EmptyState title={messages.noSessions} hint={messages.noSessionsHint} />
      ) : null}
      {sessions.length > 0 ? (
        <SessionRows
          sessions={sessions}
          scroller={scroller}
          onOpen={open}
          onEnd={() => {
            if (hasNextPage && !isFetching) void fetchNextPage();
          }}
        />
      ) : null}
    </Screen>
  );
}
