import type { Generated } from 'kysely';
import type { Json } from './accounts.table.ts';

/**
 * A session of messages. With an `aid` it is that account's; without one it is every active member's of `tid`, or
 * everyone's where there is no `tid` either. So an announcement is one row, however many read it.
 */
interface MessageChannelsTable {
  session_id: string;
  /** What the session is about, such as `work:<tid>:<aid>`: posting finds it by this. */
  key: string;
  kind: 'announcement' | 'work' | 'conversation';
  title: string;
  /** Null: the title is the same in every language. */
  titles: Json<StoredTitles> | null;
  tid: string | null;
  aid: string | null;
  /** Number of the last message: with the number last read it gives the unread count without counting. */
  last_sequence: Generated<number>;
  updated_at: Generated<Date>;
}

interface StoredTitles {
  zh: string;
  en: string;
}

export interface StoredTexts {
  zh: { title: string; text: string };
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
  message_id: string;
  type: 'text' | 'text_voice' | 'announcement' | 'flow' | 'task';
  title: string;
  text: string;
  /** Null: the text is the same in every language. */
  texts: Json<StoredTexts> | null;
  link: Json<StoredLink> | null;
  /** What an administrator sent at once to many, and withdraws at once. */
  post_id: string | null;
  withdrawn_at: Date | null;
  /** The same post made twice is one message. */
  idempotency_key: string;
  created_at: Date;
}

interface MessageReadsTable {
  session_id: string;
  aid: string;
  sequence: number;
}

interface MessagePostsTable {
  post_id: string;
  /** Null: the operator's, to everyone. */
  tid: string | null;
  /** `<tid>:<fid>`, or `operator:<id>`. */
  sender: string;
  idempotency_key: string;
  /** SHA-256 of the request, in hex. */
  digest: string;
  /** Null: all, also those to come. */
  recipients: number | null;
  created_at: Date;
  withdrawn_at: Date | null;
}

/** Messages whose pushes are still to be sent out: written with the message. */
interface MessageFanoutTable {
  message_id: string;
  /** How far it got. */
  after_registration: Generated<string>;
  created_at: Generated<Date>;
}

export interface MessageTables {
  message_posts: MessagePostsTable;
  message_fanout: MessageFanoutTable;
  message_channels: MessageChannelsTable;
  messages: MessagesTable;
  message_reads: MessageReadsTable;
}
