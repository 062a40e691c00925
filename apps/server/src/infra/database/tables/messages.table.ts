import type { NotificationKind } from '@sealflow/domain/notifications';
import type { Generated } from 'kysely';
import type { Json } from './accounts.table.ts';

/**
 * A session of messages. With an `aid` it belongs to that account; else to all active members of `tid`, or to all accounts
 * if `tid` is null too. An announcement is therefore one row, however many people read it.
 */
interface MessageChannelsTable {
  session_id: string;
  /** Unique key of the subject, such as `work:<tid>:<aid>`, by which posts find the session. */
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  title: string;
  /** Null: the title is the same in every language. */
  titles: Json<StoredTitles> | null;
  tid: string | null;
  aid: string | null;
  /** Sequence of the last message. Its distance to the last read sequence is the unread count. */
  last_sequence: Generated<number>;
  updated_at: Generated<Date>;
}

interface StoredTitles {
  zh: string;
  en: string;
}

export interface StoredTexts {
  /** Missing since every node reads it from the columns `title` and `text`. */
  zh?: { title: string; text: string };
  en: { title: string; text: string };
}

export interface StoredLink {
  kind: 'flow' | 'task';
  tid: string;
  flowID: string;
  taskID: string | null;
}

interface MessagesTable {
  session_id: string;
  sequence: number;
  /** The id in messages of earlier releases; null: session and sequence make it. */
  message_id: string | null;
  type: 'text' | 'text_voice' | 'announcement' | 'flow' | 'task';
  title: string;
  text: string;
  /** Null: the text is the same in every language. */
  texts: Json<StoredTexts> | null;
  /** English title and text in two lines, in place of `texts`. */
  english: string | null;
  link: Json<StoredLink> | null;
  /** The application that a notice is about, in place of `link`: type, session and key have the rest. */
  flow_id: string | null;
  /** The post of an administrator to many recipients, which can be withdrawn as a whole. */
  post_id: string | null;
  withdrawn_at: Date | null;
  /** A repeated post with the same key creates no second message. */
  idempotency_key: string;
  created_at: Date;
}

interface MessageReadsTable {
  session_id: string;
  aid: string;
  sequence: number;
}

export interface StoredAudience {
  fids: string[];
  orgIDs: string[];
  roleIDs: string[];
}

export interface StoredContent {
  type: 'text' | 'text_voice' | 'announcement';
  title: string;
  text: string;
  en: { title: string; text: string } | null;
}

interface MessagePostsTable {
  post_id: string;
  /** Null: a post of the operator to all accounts. */
  tid: string | null;
  /** `<tid>:<fid>`, or `operator:<id>`. */
  sender: string;
  idempotency_key: string;
  /** SHA-256 of the request, in hex. */
  digest: string;
  /** Null: all, including future members. */
  recipients: number | null;
  /** The choice of recipients; null: all, or a post of a release that did not store it. */
  audience: Json<StoredAudience> | null;
  /** When a scheduled post is sent; null: it was sent when it was created. */
  send_at: Date | null;
  /** When a scheduled post was sent; null while it waits. */
  sent_at: Date | null;
  /** The content of a scheduled post, which has no messages until it is sent. */
  content: Json<StoredContent> | null;
  /** Its title and text in small letters, in all languages; triggers maintain it. */
  search_text: Generated<string | null>;
  created_at: Date;
  withdrawn_at: Date | null;
}

/** Messages whose pushes are pending; inserted in the transaction of the message. */
interface MessageFanoutTable {
  message_id: string;
  /** Cursor: the last registration that was processed. */
  after_registration: Generated<string>;
  /** What its push is about; null: the type of the message says it. */
  kind: NotificationKind | null;
  created_at: Generated<Date>;
}

export interface MessageTables {
  message_posts: MessagePostsTable;
  message_fanout: MessageFanoutTable;
  message_channels: MessageChannelsTable;
  messages: MessagesTable;
  message_reads: MessageReadsTable;
}
