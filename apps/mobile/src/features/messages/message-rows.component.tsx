import type { Message } from '@sealflow/contract';
import { type RefObject, useEffect } from 'react';
import { useVirtualList } from '../../app/shell/virtual-list.hook.ts';
import { fullTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Spinner } from '../../ui/spinner.component.tsx';
import { MessageCard } from './message-card.component.tsx';
import styles from './messages.module.css';
import { startsGroup } from './messages.rules.ts';

type MessageRowsProps = {
  readonly sessionTitle: string | undefined;
  /** The oldest first. */
  readonly messages: readonly Message[];
  /** Whether there are older ones than these. */
  readonly hasOlder: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly loadingOlder: boolean;
  /** Called when the first rows come into sight. */
  readonly onStart: () => void;
};

export function MessageRows({
  sessionTitle,
  messages,
  hasOlder,
  scroller,
  loadingOlder,
  onStart,
}: MessageRowsProps) {
  const language = useLanguage();
  const { messages: texts } = useTexts();
  // The oldest one waits for the one before it: its time above it would come or go, and push the others.
  const held = hasOlder ? 1 : 0;
  const list = useVirtualList({
    count: messages.length - held,
    scroller,
    estimate: 132,
    keyOf: (index) => messages[index + held]?.msgID ?? String(index),
    anchor: 'end',
    paddingEnd: 16,
  });
  const rows = list.getVirtualItems();
  const first = rows[0]?.index;
  useEffect(() => {
    if (first !== undefined && first < 5) onStart();
  }, [first, onStart]);
  return (
    <>
      {loadingOlder ? (
        <output className={styles.older}>
          <Spinner />
          <span className="visually-hidden">{texts.loadingOlder}</span>
        </output>
      ) : null}
      <ol className={styles.rows} style={{ height: list.getTotalSize() }}>
        {rows.map((row) => {
          const message = messages[row.index + held];
          return message === undefined ? null : (
            <li
              key={row.key}
              ref={list.measureElement}
              data-index={row.index}
              className={styles.place}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {startsGroup(messages[row.index + held - 1], message) ? (
                <time className={styles.moment} dateTime={new Date(message.createAt).toISOString()}>
                  {fullTime(message.createAt, language)}
                </time>
              ) : null}
              <MessageCard message={message} sessionTitle={sessionTitle} />
            </li>
          );
        })}
      </ol>
    </>
  );
}
