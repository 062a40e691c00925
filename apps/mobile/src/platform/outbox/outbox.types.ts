import type { ErrorCode, ErrorParams } from '@sealflow/domain/errors';

/** What a person decides; of the names `submit` and `cancel` are the applicant's own, all others act on a task. */
export const outboxActions = [
  'approve',
  'reject',
  'complete',
  'add-approval',
  'transfer',
  'handle',
  'read',
  'cancel',
  'submit',
] as const;
export type OutboxAction = (typeof outboxActions)[number];

export type ChosenPerson = { readonly fid: string; readonly name: string };

/** A decision, in no dialect: how it is said is settled when it is sent. */
export type NewDecision = {
  readonly tid: string;
  readonly action: OutboxAction;
  /** Empty for an application that is submitted: it has none yet. */
  readonly flowID: string;
  /** What is acted on: the task, the flow itself where it is cancelled, the device's draft where it is submitted. */
  readonly subject: string;
  /** Of the application, to name it by. */
  readonly title: string;
  readonly remark: string;
  /** Who is to approve first, or who takes over. */
  readonly people: readonly ChosenPerson[];
  /** Digest of what the person saw; null where the page cannot take digests. */
  readonly seen: string | null;
};

export type Refusal = {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** An earlier try whose answer was lost may have been taken all the same. */
  readonly mayStand?: true;
};

export type OutboxEntry = NewDecision & {
  readonly seq: number;
  /** Idempotency key, made with the decision; those that were made together share it. */
  readonly requestKey: string;
  readonly createAt: number;
  readonly state: 'waiting' | 'refused';
  /** Whether it may have reached the service already. */
  readonly tried: boolean;
  readonly refusal: Refusal | null;
};

/**
 * Sends an application that is written on the device, whatever of it has arrived before. @returns false while its files
 * are on their way; their end calls for the next round. @throws ApiError
 */
export type SendApplication = (
  application: { readonly tid: string; readonly draftID: string },
  signal: AbortSignal,
) => Promise<boolean>;

/** What became of a decision: done, still on its way, or refused. */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'waiting' }
  /** `seq` takes the notice away once it was read. */
  | { readonly state: 'refused'; readonly refusal: Refusal; readonly seq: number };

export type Outbox = {
  /** Whether a decision is written down before it is sent, so that nobody has to wait for its answer. */
  readonly keepsWaiting: boolean;
  /**
   * Takes decisions in, those of one call under one key, and tries to send them; `onKept` is told once they are written
   * down. @returns an outcome for each.
   */
  submit(decisions: readonly NewDecision[], onKept?: () => void): Promise<readonly Outcome[]>;
  /** Sends what waits; resolves once a round that began after the call is over. */
  flush(): Promise<void>;
  list(): Promise<readonly OutboxEntry[]>;
  /** Takes back what has not left; false where it may have. `evenTried` stops repeating what may have arrived. */
  withdraw(seq: number, evenTried?: boolean): Promise<boolean>;
  /** The notice of a refusal was read. */
  dismiss(seq: number): Promise<void>;
  /** Sends nothing more: the account leaves, or the page does. */
  end(): void;
};
