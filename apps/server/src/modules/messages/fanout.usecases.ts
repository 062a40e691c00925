import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import * as repository from './fanout.repository.ts';

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
}

export interface WaitingMessage {
  readonly message: PostedMessage;
  /** The cursor that `saveCursor` stored last; empty at first. */
  readonly after: string;
  /** Keeps the message pending; the next run continues after this cursor. */
  readonly moveOn: (after: string) => Promise<void>;
}

/**
 * Claims messages with a pending fan-out for this transaction. A claimed message stays pending until it is passed to
 * {@link completeFanout}.
 */
export async function claimWaiting(
  transaction: DatabaseTransaction,
  limit: number,
): Promise<WaitingMessage[]> {
  const rows = await repository.claimWaiting(transaction, limit);
  return rows.map((row) => ({
    message: messageOf(row),
    after: row.after_registration,
    moveOn: (after) => repository.moveOn(transaction, row.message_id, after),
  }));
}

/** Deletes the pending fan-outs of these messages, which have reached all registrations. */
export function settle(transaction: DatabaseTransaction, settled: readonly WaitingMessage[]): Promise<void> {
  return repository.deleteWaiting(
    transaction,
    settled.map(({ message }) => message.msgID),
  );
}

/** Cheaper than a claim that finds nothing. */
export const isAnyWaiting: (db: DatabaseHandle) => Promise<boolean> = repository.isAnyWaiting;

export async function findPosted(db: DatabaseHandle, msgID: string): Promise<PostedMessage | undefined> {
  const row = await repository.selectPosted(db, msgID);
  return row && messageOf(row);
}

function messageOf(row: repository.PostedRow): PostedMessage {
  return {
    msgID: row.message_id,
    sessionID: row.session_id,
    type: row.type,
    tid: row.tid,
    aid: row.aid,
    createAt: row.created_at.getTime(),
    isWithdrawn: row.withdrawn_at !== null,
  };
}
