import type { MessageSession } from '@sealflow/contract';
import { classNames } from '@sealflow/ui/class-names.util.ts';
import { AnnouncementIcon, MessagesIcon, TaskIcon } from '@sealflow/ui/icons.component.tsx';
import { Badge } from '@sealflow/ui/status/badge.component.tsx';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { excerptOf } from '../../shell/lists/highlight.rules.ts';
import { HighlightedText } from '../../shell/lists/highlighted-text.component.tsx';
import { useRowPress } from '../../shell/lists/row-press.hook.ts';
import styles from './messages.module.css';
import { useFirstHit } from './search.queries.ts';

const marks: Readonly<Record<MessageSession['kind'], ReactNode>> = {
  announcement: <AnnouncementIcon />,
  work: <TaskIcon />,
  conversation: <MessagesIcon />,
};

/** Where a session opens: at its newest message, at the only search result, or at the list of results. */
export type SessionTarget =
  | { readonly kind: 'newest' }
  | { readonly kind: 'message'; readonly msgID: string; readonly createAt: number }
  | { readonly kind: 'hits' };

export type OpenSession = (sessionID: string, target: SessionTarget) => void;

type SessionRowProps = {
  readonly session: MessageSession;
  /** The keyword of the search; empty if there is none. */
  readonly keyword: string;
  /** Organisation that the notice belongs to; undefined if the user has only one. */
  readonly tenantName: string | undefined;
  /** Whether its messages are open beside the list. */
  readonly isCurrent: boolean;
  readonly onOpen: OpenSession;
  readonly onContextMenu: (event: MouseEvent<HTMLElement>, session: MessageSession, open: () => void) => void;
};

export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  return props.keyword === '' ? <PlainRow {...props} /> : <FoundRow {...props} />;
});

function PlainRow({ session, keyword, tenantName, isCurrent, onOpen, onContextMenu }: SessionRowProps) {
  const { messages } = useTexts();
  const { lastMsg, sessionID } = session;
  const previewText = lastMsg?.type === 'text_voice' ? `${messages.spoken} ${lastMsg.text}` : lastMsg?.text;
  return (
    <Row
      {...{ session, keyword, tenantName, isCurrent, onContextMenu }}
      onOpen={() => onOpen(sessionID, { kind: 'newest' })}
    >
      {previewText ?? messages.noLastMessage}
    </Row>
  );
}

/** In a search, the result replaces the last message. */
function FoundRow(props: SessionRowProps) {
  const { session, keyword, tenantName, isCurrent, onOpen, onContextMenu } = props;
  const { messages } = useTexts();
  const { sessionID } = session;
  const found = useFirstHit(sessionID, keyword).data;
  const [hit] = found?.data ?? [];
  if (found === undefined || hit === undefined) return <PlainRow {...props} />;
  if (found.total > 1) {
    return (
      <Row
        {...{ session, keyword, tenantName, isCurrent, onContextMenu }}
        onOpen={() => onOpen(sessionID, { kind: 'hits' })}
      >
        {messages.hits(found.total)}
      </Row>
    );
  }
  const { msgID, createAt, text, title } = hit;
  const matchingText = matchingPart(text, title, keyword);
  return (
    <Row
      {...{ session, keyword, tenantName, isCurrent, onContextMenu }}
      onOpen={() => onOpen(sessionID, { kind: 'message', msgID, createAt })}
    >
      <HighlightedText text={excerptOf(matchingText, keyword)} keyword={keyword} />
    </Row>
  );
}

const matchingPart = (text: string, title: string, keyword: string) =>
  text.toLowerCase().includes(keyword.toLowerCase()) || title === '' ? text : title;

type RowProps = Omit<SessionRowProps, 'onOpen'> & {
  readonly onOpen: () => void;
  readonly children: ReactNode;
};

function Row({ session, keyword, tenantName, isCurrent, onOpen, onContextMenu, children }: RowProps) {
  const { common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const time = session.lastMsg?.createAt ?? session.updateAt;
  const pressHandlers = useRowPress({
    onPress: onOpen,
    onContextMenu: (event) => onContextMenu(event, session, onOpen),
  });
  return (
    <button
      type="button"
      className={styles.session}
      aria-current={isCurrent ? 'true' : undefined}
      {...pressHandlers}
    >
      <span className={classNames(styles.mark, styles[session.kind])}>{marks[session.kind]}</span>
      <span className={styles.sessionTitle}>
        <HighlightedText text={session.title} keyword={keyword} />
        {tenantName === undefined ? null : <span className={styles.tenant}>{tenantName}</span>}
      </span>
      <time className={styles.time} dateTime={new Date(time).toISOString()}>
        {shortTime(time, { now: clock.now(), language, yesterday: common.yesterday })}
      </time>
      <span className={styles.lastLine}>{children}</span>
      <Badge count={session.unread} label={common.unreadCount(session.unread)} />
    </button>
  );
}
