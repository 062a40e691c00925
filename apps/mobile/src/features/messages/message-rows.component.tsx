import type { Message } from '@sealflow/contract';
import { ChevronDownIcon } from '@sealflow/ui/icons.component.tsx';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { momentTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { FurtherRows } from '../../shell/lists/further-rows.component.tsx';
import { useVirtualList } from '../../shell/lists/virtual-list.hook.ts';
import virtual from '../../shell/lists/virtual-list.module.css';
import { VirtualRow } from '../../shell/lists/virtual-row.component.tsx';
import { prefetchRowCount } from './feed.rules.ts';
import { MessageCard } from './message-card.component.tsx';
import styles from './messages.module.css';
import { isGroupStart } from './messages.rules.ts';

/**
 * Distance from the newest message, in viewport heights, beyond which the button to the newest one is shown.
 */
const farFromEndScreenCount = 2;

type FurtherRowsState = { readonly isLoading: boolean; readonly hasFailed: boolean };

type MessageRowsProps = {
  readonly sessionTitle: string | undefined;
  /** Oldest first; at least one. */
  readonly messages: readonly Message[];
  /** Whether older, or newer, messages exist than these. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** Whether older, or newer, messages are loading or failed to load. */
  readonly older: FurtherRowsState;
  readonly newer: FurtherRowsState;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The search result that was opened. */
  readonly foundID: string | null;
  readonly onOlder: () => void;
  readonly onNewer: () => void;
  /** The newest message, with this time, is visible. */
  readonly onNewestSeen: (createAt: number) => void;
  /** The newest messages are requested, but not loaded. */
  readonly onNewest: () => void;
};

export function MessageRows(props: MessageRowsProps) {
  const { sessionTitle, messages, hasOlder, hasNewer, older, newer, scroller, foundID } = props;
  const { onOlder, onNewer, onNewestSeen, onNewest } = props;
  const language = useLanguage();
  const { messages: texts, common } = useTexts();
  const { clock } = usePlatform();
  // The oldest message is not rendered until its predecessor is loaded: its time heading depends on that, and
  // adding one later would shift the rows below.
  const hiddenCount = hasOlder && messages.length > 1 ? 1 : 0;
  const [unreadFrom] = useState(() => messages.find(({ read }) => !read)?.msgID);
  const [foundAt] = useState(() => messages.findIndex(({ msgID }) => msgID === foundID) - hiddenCount);
  const list = useVirtualList({
    count: messages.length - hiddenCount,
    scroller,
    estimatedHeightPx: 132,
    keyOf: useCallback(
      (index: number) => messages[index + hiddenCount]?.msgID ?? String(index),
      [messages, hiddenCount],
    ),
    anchor: 'end',
    // Following new rows would scroll away from the search result.
    follow: foundID === null,
    startRow: foundAt >= 0 ? foundAt : undefined,
    paddingEnd: 16,
    renderedState: (rendered) => `${rendered.isAtEnd()} ${isFarFromEnd(rendered)}`,
  });
  const rows = list.getVirtualItems();
  const first = rows[0]?.index;
  const last = rows.at(-1)?.index;
  const isPlaced = useIsPlaced(foundAt >= 0);
  const prefetchRows = prefetchRowCount(messages.length);
  useEffect(() => {
    // After a failure the user tries again: the next attempt would fail in the same way, at once.
    if (isPlaced && !older.hasFailed && first !== undefined && first < prefetchRows) onOlder();
  }, [isPlaced, older.hasFailed, first, prefetchRows, onOlder]);
  const isNearEnd = last !== undefined && last >= messages.length - hiddenCount - prefetchRows;
  useEffect(() => {
    if (isPlaced && !newer.hasFailed && isNearEnd && hasNewer) onNewer();
  }, [isPlaced, newer.hasFailed, isNearEnd, hasNewer, onNewer]);

  const newest = messages.at(-1)?.createAt ?? 0;
  const isAtEnd = !hasNewer && list.isAtEnd();
  const [seenUpTo, setSeenUpTo] = useState(newest);
  if (isAtEnd && seenUpTo !== newest) setSeenUpTo(newest);
  useEffect(() => {
    if (isAtEnd) onNewestSeen(newest);
  }, [isAtEnd, newest, onNewestSeen]);
  const arrivedCount = messages.length - 1 - messages.findLastIndex(({ createAt }) => createAt <= seenUpTo);
  const isFar = hasNewer || isFarFromEnd(list);

  return (
    <>
      <FurtherRows at="start" {...older} loadingLabel={texts.loadingOlder} onRetry={onOlder} />
      <ol className={virtual.rows} style={{ height: list.getTotalSize() }}>
        {rows.map((row) => {
          const message = messages[row.index + hiddenCount];
          return message === undefined ? null : (
            <VirtualRow key={row.key} row={row} measure={list.measureElement}>
              {isGroupStart(messages[row.index + hiddenCount - 1], message) ? (
                <time className={styles.moment} dateTime={new Date(message.createAt).toISOString()}>
                  {momentTime(message.createAt, { now: clock.now(), language, yesterday: common.yesterday })}
                </time>
              ) : null}
              {message.msgID === unreadFrom ? <p className={styles.newBelow}>{texts.newBelow}</p> : null}
              <MessageCard
                message={message}
                sessionTitle={sessionTitle}
                isFound={message.msgID === foundID}
              />
            </VirtualRow>
          );
        })}
      </ol>
      <FurtherRows at="end" {...newer} onRetry={onNewer} />
      <NewestButton
        arrivedCount={hasNewer ? 0 : arrivedCount}
        isVisible={!isAtEnd && (isFar || arrivedCount > 0)}
        onPress={() => (hasNewer ? onNewest() : list.scrollToEnd())}
      />
    </>
  );
}

const isFarFromEnd = (list: Virtualizer<HTMLDivElement, Element>) =>
  list.getDistanceFromEnd() > farFromEndScreenCount * (list.scrollRect?.height ?? 0);

/**
 * False during the two frames in which a list that starts in its middle scrolls there. Until then, no page is
 * fetched.
 */
function useIsPlaced(isInMiddle: boolean): boolean {
  const [isPlaced, setIsPlaced] = useState(!isInMiddle);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setIsPlaced(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPlaced;
}

type NewestButtonProps = {
  /** Number of messages that arrived while the user was scrolled up. */
  readonly arrivedCount: number;
  readonly isVisible: boolean;
  readonly onPress: () => void;
};

/** Scrolls to the newest message. An overlay, so that it takes no space from the list. */
function NewestButton({ arrivedCount, isVisible, onPress }: NewestButtonProps) {
  const { messages } = useTexts();
  return (
    <div className={styles.overEnd}>
      <output className="visually-hidden">{arrivedCount > 0 ? messages.arrived(arrivedCount) : ''}</output>
      {isVisible ? (
        <button type="button" className={styles.newest} onClick={onPress}>
          <ChevronDownIcon size={20} />
          {arrivedCount > 0 ? <span>{messages.arrived(arrivedCount)}</span> : null}
          <span className="visually-hidden">{messages.toNewest}</span>
        </button>
      ) : null}
    </div>
  );
}
