import type { MessageSession } from '@sealflow/contract';
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { openContextMenu } from '../../shell/lists/context-menu.store.ts';
import { FurtherRows } from '../../shell/lists/further-rows.component.tsx';
import { useStableCallback } from '../../shell/lists/stable-callback.hook.ts';
import { useVirtualList } from '../../shell/lists/virtual-list.hook.ts';
import virtual from '../../shell/lists/virtual-list.module.css';
import { usePane } from '../../shell/navigation/pane.hook.ts';
import { onScrollPositionsCleared } from '../../shell/navigation/scroll-restoration.hook.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { prefetchRowCount } from './feed.rules.ts';
import { useMarkRead } from './read.queries.ts';
import { type OpenSession, SessionRow } from './session-row.component.tsx';
import { useIsFetchingNextPage, type useSessions } from './sessions.queries.ts';

/** The session opened last. On return, its row gets the focus. */
let lastOpenedID: string | null = null;
onScrollPositionsCleared(() => {
  lastOpenedID = null;
});

type SessionRowsProps = {
  readonly sessions: readonly MessageSession[];
  readonly keyword: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onOpen: OpenSession;
  /** The sessions after these, which are fetched when the last rows come near. */
  readonly older: OlderSessions;
};

type OlderSessions = ReturnType<typeof useSessions>['older'];

export function SessionRows({ sessions, keyword, scroller, onOpen, older }: SessionRowsProps) {
  const list = useVirtualList({
    count: sessions.length,
    scroller,
    estimatedHeightPx: 73,
    keyOf: useCallback((index: number) => sessions[index]?.sessionID ?? String(index), [sessions]),
  });
  const { tenants } = useSignedIn();
  // A user in several organisations gets the same kinds of notice from each.
  const tenantNames = new Map(tenants.length > 1 ? tenants.map(({ id, name }) => [id, name]) : []);
  const rows = list.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const { hasFailed, fetch: fetchOlder } = older;
  useEffect(() => {
    // After a failure the user tries again: the next attempt would fail in the same way, at once.
    if (!hasFailed && last >= sessions.length - prefetchRowCount(sessions.length)) fetchOlder();
  }, [hasFailed, last, sessions.length, fetchOlder]);

  const { isBehind, detail } = usePane();
  const openedID = detail === null ? null : new URLSearchParams(detail.search).get('sessionID');
  const element = useRef<HTMLUListElement>(null);
  // A list that appears beside an open detail leaves the focus there.
  const isReturn = useRef(!isBehind);
  useEffect(() => {
    if (lastOpenedID === null || !isReturn.current) return;
    const row = element.current?.querySelector<HTMLElement>(
      `[data-session="${CSS.escape(lastOpenedID)}"] button`,
    );
    lastOpenedID = null;
    row?.focus({ preventScroll: true });
  }, []);
  const open = useRef<OpenSession>(onOpen);
  useEffect(() => {
    open.current = (sessionID, target) => {
      lastOpenedID = sessionID;
      onOpen(sessionID, target);
    };
  }, [onOpen]);
  // A stable callback, so that memoized rows render only when their data changes.
  const openRow = useCallback<OpenSession>((sessionID, target) => open.current(sessionID, target), []);

  const { rows: texts } = useTexts();
  const showFailure = useShowFailure();
  const { mutate: markRead } = useMarkRead();
  const openMenu = useStableCallback(
    (event: MouseEvent<HTMLElement>, session: MessageSession, openSession: () => void) => {
      const { sessionID, unread, updateAt } = session;
      openContextMenu(event, {
        items: [
          { id: 'open', label: texts.open },
          ...(unread > 0 ? [{ id: 'read', label: texts.markRead }] : []),
        ],
        onSelect: (id) => {
          if (id === 'open') openSession();
          else markRead({ sessionID, upTo: updateAt }, { onError: showFailure });
        },
      });
    },
  );

  return (
    <>
      <ul ref={element} className={virtual.rows} style={{ height: list.getTotalSize() }}>
        {rows.map((row) => {
          const session = sessions[row.index];
          return session === undefined ? null : (
            <li
              key={row.key}
              ref={list.measureElement}
              data-index={row.index}
              data-session={session.sessionID}
              className={virtual.place}
              style={{ top: row.start }}
            >
              <SessionRow
                session={session}
                keyword={keyword}
                isCurrent={session.sessionID === openedID}
                tenantName={tenantNames.get(session.tid ?? '')}
                onOpen={openRow}
                onContextMenu={openMenu}
              />
            </li>
          );
        })}
      </ul>
      <OlderSessionsState older={older} />
    </>
  );
}

function OlderSessionsState({ older }: { readonly older: OlderSessions }) {
  const isLoading = useIsFetchingNextPage(older.queryKey);
  return <FurtherRows at="end" isLoading={isLoading} hasFailed={older.hasFailed} onRetry={older.fetch} />;
}
