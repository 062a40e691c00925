import type { ErrorCode, ErrorParams } from '@sealflow/domain/errors';

/** The actions of decisions; `submit` and `cancel` are the applicant's, all others act on a task. */
export const outboxActions = [
  'approve',
  'reject',
  'complete',
  'return',
  'add-approval',
  'transfer',
  'handle',
  'read',
  'cancel',
  'submit',
] as const;
export type OutboxAction = (typeof outboxActions)[number];

export type ChosenPerson = { readonly fid: string; readonly name: string };

/** A decision, independent of the protocol version: the request is built when it is sent. */
export type NewDecision = {
  readonly tid: string;
  readonly action: OutboxAction;
  /** Empty for an application that is submitted: it has no flow yet. */
  readonly flowID: string;
  /** Id of the object acted on: the task, the flow if it is cancelled, or the device's draft if it is submitted. */
  readonly subject: string;
  /** Title of the application, for display. */
  readonly title: string;
  readonly remark: string;
  /** The people who approve first, or the one who takes over. */
  readonly people: readonly ChosenPerson[];
  /** The number of the earlier stage to which the application is returned; null or missing for the applicant. */
  readonly stage?: number | null;
  /** Digest of the application as the user saw it; null if the page cannot compute digests. */
  readonly seen: string | null;
  /** ms since 1970 by the device's clock: until then the decision waits and can be undone. */
  readonly notBefore?: number;
};

export type Refusal = {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** An earlier attempt whose response was lost may have been applied. */
  readonly mayStand?: true;
};

export type OutboxEntry = Omit<NewDecision, 'notBefore'> & {
  readonly seq: number;
  /** Idempotency key, created with the decision; decisions made together share it. */
  readonly requestKey: string;
  readonly createAt: number;
  /** Null for a decision without a time to undo it. */
  readonly notBefore: number | null;
  readonly state: 'waiting' | 'refused';
  /** Whether it may have reached the service already. */
  readonly tried: boolean;
  readonly refusal: Refusal | null;
};

/**
 * Sends an application that was written on the device; parts that arrived earlier are not sent again.
 * @returns false while its files are being uploaded; the end of the upload triggers the next round.
 * @throws ApiError
 */
export type SendApplication = (
  application: { readonly tid: string; readonly draftID: string },
  signal: AbortSignal,
) => Promise<boolean>;

/** What the screens need to know of a decision that was sent: the shown work that is stale now. */
export type SettledDecision = Pick<NewDecision, 'tid' | 'flowID' | 'subject'>;

/** The outcome of a decision: applied, pending, or refused. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'waiting' }
  /** `seq` identifies the entry for `dismiss`. */
  | { readonly state: 'refused'; readonly refusal: Refusal; readonly seq: number };

export type Outbox = {
  /** Whether decisions are stored before they are sent, so that no caller has to wait for the response. */
  readonly isPersistent: boolean;
  /**
   * Submits decisions, those of one call under one key, and tries to send them; `onStored` is called once they are
   * stored. Decisions with `notBefore` are only stored.
   * @returns an outcome for each.
   */
  submit(decisions: readonly NewDecision[], onStored?: () => void): Promise<readonly Outcome[]>;
  /** Sends pending decisions; resolves when a round that began after the call is over. */
  flush(): Promise<void>;
  list(): Promise<readonly OutboxEntry[]>;
  /**
   * Withdraws a decision that has not been sent; false if it may have been. `evenTried` stops the retries of one that
   * may have arrived.
   */
  withdraw(seq: number, evenTried?: boolean): Promise<boolean>;
  /** Deletes a refusal whose notice was read. */
  dismiss(seq: number): Promise<void>;
  /** Stops sending, at a sign-out or the end of the page. */
  stop(): void;
};
