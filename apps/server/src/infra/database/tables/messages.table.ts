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
  tid: string | null;
  aid: string | null;
  /** Number of the last message: with the number last read it gives the unread count without counting. */
  last_sequence: Generated<number>;
  updated_at: Generated<Date>;
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
  link: Json<StoredLink> | null;
  /** The same post made twice is one message. */
  idempotency_key: string;
  created_at: Date;
}

interface MessageReadsTable {
  session_id: string;
  aid: string;
  sequence: number;
}

export interface MessageTables {
  message_channels: MessageChannelsTable;
  messages: MessagesTable;
  message_reads: MessageReadsTable;
}
