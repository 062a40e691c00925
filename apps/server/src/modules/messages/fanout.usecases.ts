import type { NotificationKind } from '@sealflow/domain/notifications';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import * as repository from './fanout.repository.ts';
import { linkOf } from './stored-message.util.ts';

/** The facts about a message that notifications are built from; its content is not included. */
export interface PostedMessage {
  readonly msgID: string;
  readonly sessionID: string;
  readonly type: repository.PostedRow['type'];
  readonly tid: string | null;
  /** Null for all active members of `tid`, or for everyone if that is null too. */
  readonly aid: string | null;
  /** Milliseconds since 1970. */
  readonly createAt: number;
  readonly isWithdrawn: boolean;
  /** The task that the message leads to; null for none. */
  readonly taskID: string | null;
}

export interface PendingMessage {
  readonly message: PostedMessage;
  readonly kind: NotificationKind;
  /** The cursor that `saveCursor` stored last; empty at first. */
  readonly cursor: string;
  /** Keeps the message pending; the next run continues after this cursor. */
  readonly saveCursor: (cursor: string) => Promise<void>;
}

const kindByType: Readonly<Record<repository.PostedRow['type'], NotificationKind>> = {
  task: 'task',
  flow: 'application',
  text: 'message',
  text_voice: 'message',
  announcement: 'announcement',
};

/**
 * Claims messages with a pending fan-out for this transaction. A claimed message stays pending until it is passed to
 * {@link completeFanout}.
 */
export async function claimWaiting(
  transaction: DatabaseTransaction,
  limit: number,
): Promise<PendingMessage[]> {
  const rows = await repository.claimWaiting(transaction, limit);
  return rows.map((row) => ({
    message: toPostedMessage(row),
    kind: row.kind ?? kindByType[row.type],
    cursor: row.after_registration,
    saveCursor: (cursor) => repository.updateFanoutCursor(transaction, row.message_id, cursor),
  }));
}

/** Deletes the pending fan-outs of these messages, which have reached all registrations. */
export function completeFanout(
  transaction: DatabaseTransaction,
  completed: readonly PendingMessage[],
): Promise<void> {
  return repository.deletePendingFanouts(
    transaction,
    completed.map(({ message }) => message.msgID),
  );
}

/** Cheaper than a claim that finds nothing. */
export const isAnyWaiting: (db: DatabaseHandle) => Promise<boolean> = repository.isAnyWaiting;

export async function findPostedMessage(
  db: DatabaseHandle,
  msgID: string,
): Promise<PostedMessage | undefined> {
  const row = await repository.selectPostedMessage(db, msgID);
  return row && toPostedMessage(row);
}

function toPostedMessage(row: repository.PostedRow): PostedMessage {
  return {
    msgID: row.message_id,
    sessionID: row.session_id,
    type: row.type,
    tid: row.tid,
    aid: row.aid,
    createAt: row.created_at.getTime(),
    isWithdrawn: row.withdrawn_at !== null,
    taskID: linkOf(row, row.tid)?.taskID ?? null,
  };
}
