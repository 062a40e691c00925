/**
 * What changed. A message names the person or tenant of its channel; the first use of a token is a change of its session. An
 * `act` is an audited act that changed something.
 */
export type ChangeTopic =
  | 'account'
  | 'act'
  | 'delivery'
  | 'flow'
  | 'membership'
  | 'message'
  | 'message_read'
  | 'role'
  | 'session'
  | 'task'
  | 'tenant'
  | 'token_key';

/**
 * A committed change; it contains ids only. A missing field is a wildcard, because a statement that changes many rows emits
 * one change: `{ topic: 'task', tid: 't' }` covers every task of that tenant, `{ topic: 'message' }` all messages.
 */
export interface Change {
  readonly topic: ChangeTopic;
  readonly tid?: string;
  /** The person who owns the task, flow or membership. */
  readonly fid?: string;
  readonly aid?: string;
  /** The session of a sign-in. */
  readonly sid?: string;
  /** The task, the flow, the session of messages, or the object of an act. */
  readonly id?: string;
  /** The name of the act. */
  readonly act?: string;
  /** The member who acted. */
  readonly by?: string;
  /** The operator who acted. */
  readonly operatorID?: string;
}

/** `lost`: changes up to now may not have been delivered. Listeners must discard what they cached. */
export type ChangeListener = (change: Change | 'lost') => void;

/** Delivers what any node commits to every node, within milliseconds. */
export interface ChangeFeed {
  /** @returns the function that ends the subscription. */
  subscribe(listener: ChangeListener): () => void;
  /**
   * Whether all changes committed until {@link leaseMs} ago are known to be delivered. A value that was read from the database
   * may be served from a cache only while this is true.
   * @param now - a recent result of `performance.now()`, which saves another call.
   */
  isCurrent(now?: number): boolean;
  /** Resolves when all changes committed before the call are delivered, or the feed is no longer current. */
  catchUp(): Promise<void>;
  /**
   * For callers that find the feed not current: resolves to whether it is current after the next proof. After a stall of the
   * process that proof is in transit, and sending all callers to the database instead would cause the next stall. Undefined
   * if there is no connection.
   */
  waitUntilCurrent(): Promise<boolean> | undefined;
}

/** Maximum age of the newest proof that the feed delivers. */
export const leaseMs = 800;
