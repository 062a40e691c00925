import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useCallback, useMemo, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useLeaveModeOnBack } from '../../shell/navigation/pane.hook.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { openWithTransition } from '../../shell/navigation/view-transition.util.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { useOnline } from '../../shell/online.hook.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import styles from './messages.module.css';
import { useSearchText } from './search-text.hook.ts';
import type { SessionTarget } from './session-row.component.tsx';
import { SessionRows } from './session-rows.component.tsx';
import { useSessions } from './sessions.queries.ts';
import { StaleNotice } from './stale-notice.component.tsx';

function addressOf(sessionID: string, target: SessionTarget, keyword: string): string {
  if (target.kind === 'hits') return viewAddress(paths.messagelist, 'search', { sessionID, q: keyword });
  const at = target.kind === 'message' ? { at: String(target.createAt), msgID: target.msgID } : {};
  return `${paths.messagelist}?${new URLSearchParams({ sessionID, ...at }).toString()}`;
}

/** /sessionlist: the first tab. */
export default function SessionListScreen() {
  const { shell, messages } = useTexts();
  const showFailure = useShowFailure();
  const navigate = useNavigate();
  const online = useOnline();
  const scroller = useRef<HTMLDivElement>(null);
  const { text, setText, keyword } = useSearchText('sessions');
  useLeaveModeOnBack(text !== '', () => setText(''));
  // Offline, the loaded sessions are searched.
  const { sessions, error, isPending, isRetrying, isStored, refresh, older } = useSessions(
    online ? keyword : '',
  );
  const found = useMemo(
    () => (online || keyword === '' ? sessions : sessions.filter(matchesKeyword(keyword))),
    [online, keyword, sessions],
  );

  const refreshOrShowError = async () => {
    try {
      await refresh();
    } catch (failure) {
      // An empty list shows the error itself.
      if (found.length > 0) showFailure(failure);
    }
  };
  const open = useCallback(
    (sessionID: string, target: SessionTarget) =>
      openWithTransition(() => navigate(addressOf(sessionID, target, keyword))),
    [navigate, keyword],
  );

  const empty =
    keyword === '' ? (
      <EmptyState title={messages.noSessions} hint={messages.noSessionsHint} />
    ) : (
      <EmptyState title={messages.nothingFound(keyword)} hint={messages.nothingFoundHint} />
    );
  return (
    <Screen title={shell.titles.sessionlist} back="none" onRefresh={refreshOrShowError} scrollRef={scroller}>
      <div className={styles.search}>
        <SearchField
          label={messages.search}
          clearLabel={messages.clearSearch}
          value={text}
          onChange={setText}
        />
        {online || keyword === '' ? null : <p className={styles.searchNote}>{messages.searchOffline}</p>}
      </div>
      {isStored ? <StaleNotice onRetry={refreshOrShowError} /> : null}
      <ListState
        pending={isPending}
        error={error}
        retrying={isRetrying}
        onRetry={() => void refreshOrShowError()}
        count={found.length}
        empty={empty}
      >
        <SessionRows
          key={keyword}
          sessions={found}
          keyword={keyword}
          scroller={scroller}
          onOpen={open}
          older={older}
        />
      </ListState>
    </Screen>
  );
}

const matchesKeyword =
  (keyword: string) =>
  ({ title, lastMsg }: { readonly title: string; readonly lastMsg: { readonly text: string } | null }) =>
    `${title}\n${lastMsg?.text ?? ''}`.toLowerCase().includes(keyword.toLowerCase());
