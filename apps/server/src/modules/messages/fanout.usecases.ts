import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import * as repository from './fanout.repository.ts';

/** What those learn of a message who tell of it: nothing that it says. */
export interface PostedMessage {
  readonly msgID: string;
  readonly sessionID: string;
  readonly type: repository.PostedRow['type'];
  readonly tid: string | null;
  /** Null: all active members of `tid`, or everyone where that is null too. */
  readonly aid: string | null;
  /** Milliseconds since 1970. */
  readonly createAt: number;
  readonly isWithdrawn: boolean;
}

export interface WaitingMessage {
  readonly message: PostedMessage;
  /** What `moveOn` was told last; empty at first. */
  readonly after: string;
  /** It stays waiting, and goes on from here. */
  readonly moveOn: (after: string) => Promise<void>;
}

/** Messages that wait to be told of, for this transaction alone. Whatever is neither moved nor {@link settle settled} waits on. */
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

/** They have gone out to all. */
export function settle(transaction: DatabaseTransaction, settled: readonly WaitingMessage[]): Promise<void> {
  return repository.deleteWaiting(
    transaction,
    settled.map(({ message }) => message.msgID),
  );
}

/** Cheaper than to claim what is not there. */
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
