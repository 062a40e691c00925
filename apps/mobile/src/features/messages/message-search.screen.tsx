import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { FurtherRows } from '../../shell/lists/further-rows.component.tsx';
import { useVirtualList } from '../../shell/lists/virtual-list.hook.ts';
import virtual from '../../shell/lists/virtual-list.module.css';
import { VirtualRow } from '../../shell/lists/virtual-row.component.tsx';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../../shell/navigation/query-params.hook.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { Navigate, useNavigate } from '../../shell/router/index.ts';
import { Screen } from '../../shell/screen.component.tsx';
import { HitRow } from './hit-row.component.tsx';
import styles from './messages.module.css';
import { useHits } from './search.queries.ts';
import { useSearchText } from './search-text.hook.ts';

/** /messagelist?view=search&sessionID=…: searches the messages of a session. */
export default function MessageSearchScreen() {
  const query = useQueryParams();
  const sessionID = query.get('sessionID');
  if (sessionID === null || sessionID === '') return <Navigate to={paths.sessionlist} replace />;
  return <MessageSearch key={sessionID} sessionID={sessionID} initialText={query.get('q') ?? ''} />;
}

function MessageSearch({
  sessionID,
  initialText,
}: {
  readonly sessionID: string;
  readonly initialText: string;
}) {
  const { shell, messages } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const { text, setText, keyword } = useSearchText(`hits:${sessionID}:${initialText}`, initialText);
  const found = useHits(sessionID, keyword);
  const { hits, total, hasNextPage, isFetching, fetchNextPage } = found;
  return (
    <Screen title={shell.views.search} scrollRef={scroller}>
      <div className={styles.search}>
        <SearchField
          label={messages.searchHere}
          clearLabel={messages.clearSearch}
          value={text}
          onChange={setText}
          shouldFocusOnMount={text === ''}
        />
        <output className={styles.searchNote}>{hits.length > 0 ? messages.hits(total) : ''}</output>
      </div>
      {keyword === '' ? (
        <EmptyState title={messages.searchHint} />
      ) : (
        <ListState
          pending={found.isPending}
          error={found.error}
          retrying={isFetching}
          onRetry={() => void found.refetch()}
          count={hits.length}
          empty={<EmptyState title={messages.nothingFound(keyword)} hint={messages.nothingFoundHint} />}
        >
          <HitRows
            key={keyword}
            hits={hits}
            keyword={keyword}
            sessionID={sessionID}
            scroller={scroller}
            hasFailed={found.isFetchNextPageError}
            isLoading={found.isFetchingNextPage}
            onEnd={() => {
              if (hasNextPage && !isFetching) void fetchNextPage();
            }}
          />
        </ListState>
      )}
    </Screen>
  );
}

type HitRowsProps = {
  readonly hits: ReturnType<typeof useHits>['hits'];
  readonly keyword: string;
  readonly sessionID: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Whether further hits are loading, or failed to load. */
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onEnd: () => void;
};

function HitRows({ hits, keyword, sessionID, scroller, isLoading, hasFailed, onEnd }: HitRowsProps) {
  const navigate = useNavigate();
  const list = useVirtualList({
    count: hits.length,
    scroller,
    estimatedHeightPx: 72,
    keyOf: useCallback((index: number) => hits[index]?.msgID ?? String(index), [hits]),
  });
  const rows = list.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!hasFailed && last >= hits.length - 5) onEnd();
  }, [hasFailed, last, hits.length, onEnd]);
  const open = (hit: { readonly msgID: string; readonly createAt: number }) => {
    const query = new URLSearchParams({ sessionID, at: String(hit.createAt), msgID: hit.msgID });
    navigate(`${paths.messagelist}?${query.toString()}`);
  };
  return (
    <>
      <ul className={virtual.rows} style={{ height: list.getTotalSize() }}>
        {rows.map((row) => {
          const hit = hits[row.index];
          return hit === undefined ? null : (
            <VirtualRow key={row.key} row={row} measure={list.measureElement}>
              <HitRow hit={hit} keyword={keyword} onOpen={() => open(hit)} />
            </VirtualRow>
          );
        })}
      </ul>
      <FurtherRows at="end" isLoading={isLoading} hasFailed={hasFailed} onRetry={onEnd} />
    </>
  );
}
