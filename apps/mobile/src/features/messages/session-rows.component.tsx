import type { MessageSession } from '@sealflow/contract';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { useVirtualList } from '../../app/shell/virtual-list.hook.ts';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { Badge } from '../../ui/badge.component.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AnnouncementIcon, MessagesIcon, TaskIcon } from '../../ui/icons.component.tsx';
import styles from './messages.module.css';

const marks: Readonly<Record<MessageSession['kind'], ReactNode>> = {
  announcement: <AnnouncementIcon />,
  work: <TaskIcon />,
  conversation: <MessagesIcon />,
};

type SessionRowsProps = {
  readonly sessions: readonly MessageSession[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onOpen: (sessionID: string) => void;
  /** Called when the last rows come into sight. */
  readonly onEnd: () => void;
};

export function SessionRows({ sessions, scroller, onOpen, onEnd }: SessionRowsProps) {
  const list = useVirtualList({
    count: sessions.length,
    scroller,
    estimate: 73,
    keyOf: (index) => sessions[index]?.sessionID ?? String(index),
  });
  const rows = list.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= sessions.length - 5) onEnd();
  }, [last, sessions.length, onEnd]);
  return (
    <ul className={styles.rows} style={{ height: list.getTotalSize() }}>
      {rows.map((row) => {
        const session = sessions[row.index];
        return session === undefined ? null : (
          <li
            key={row.key}
            ref={list.measureElement}
            data-index={row.index}
            className={styles.place}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <SessionRow session={session} onOpen={onOpen} />
          </li>
        );
      })}
    </ul>
  );
}

type SessionRowProps = { readonly session: MessageSession; readonly onOpen: (sessionID: string) => void };

function SessionRow({ session, onOpen }: SessionRowProps) {
  const { messages, common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const { tenants } = useSignedIn();
  // Whoever works in several organisations gets the same kinds of notice from each.
  const tenantName = tenants.length > 1 ? tenants.find(({ id }) => id === session.tid)?.name : undefined;
  const time = session.lastMsg?.createAt ?? session.updateAt;
  return (
    <button type="button" className={styles.session} onClick={() => onOpen(session.sessionID)}>
      <span className={classNames(styles.mark, styles[session.kind])}>{marks[session.kind]}</span>
      <span className={styles.sessionBody}>
        <span className={styles.sessionHead}>
          <span className={styles.sessionTitle}>
            {session.title}
            {tenantName === undefined ? null : <span className={styles.tenant}>{tenantName}</span>}
          </span>
          <time className={styles.time} dateTime={new Date(time).toISOString()}>
            {shortTime(time, { now: clock.now(), language, yesterday: common.yesterday })}
          </time>
        </span>
        <span className={styles.sessionFoot}>
          <span className={styles.lastLine}>{session.lastMsg?.text ?? messages.noLastMessage}</span>
          <Badge count={session.unread} label={common.unreadCount(session.unread)} />
        </span>
      </span>
    </button>
  );
}
