/** What changed. A message is told with its channel's person or tenant, a first use of a token as a change of its session. */
export type ChangeTopic =
  | 'account'
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
 * Something that was committed: ids alone. A field that is missing stands for all there are, as a statement that touches
 * many rows is told in one: `{ topic: 'task', tid: 't' }` is every task of that tenant, `{ topic: 'message' }` concerns
 * everyone.
 */
export interface Change {
  readonly topic: ChangeTopic;
  readonly tid?: string;
  /** The person: whose task, flow or membership it is. */
  readonly fid?: string;
  readonly aid?: string;
  /** The session of a sign-in. */
  readonly sid?: string;
  /** The task, the flow, or the session of messages. */
  readonly id?: string;
}

/** `lost`: changes up to now may have gone by untold; whoever keeps something reads it again. */
export type ChangeListener = (change: Change | 'lost') => void;

/** Tells every node what any node committed, within milliseconds. */
export interface ChangeFeed {
  /** @returns what ends it. */
  subscribe(listener: ChangeListener): () => void;
  /**
   * Whether all that was committed until {@link lease} milliseconds ago has surely been told. What was read from the
   * database and not told as changed may be given out only while this holds.
   * @param now - as `performance.now()` gives it, for who has just asked it.
   */
  isCurrent(now?: number): boolean;
  /** Comes when all that was committed before the call has been told, or the feed is not current any more. */
  settle(): Promise<void>;
  /**
   * For who finds it not current: whether it soon is. After a standstill of the process the proof is on its way, and to
   * ask the database for everybody instead would make the next standstill. Undefined where nobody listens.
   */
  soonCurrent(): Promise<boolean> | undefined;
}

/** How old, in milliseconds, the newest proof may be that nothing goes by untold. */
export const lease = 800;
