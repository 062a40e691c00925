export type PushProvider = 'webpush' | 'fcm' | 'apns' | 'jpush';

/** The category of a notification whose actions lead to a decision. The app on iOS declares its actions under this name. */
export const decisionCategory = 'TASK_DECISION';

/** The content of a push: ids and the kind of message. The app fetches the rest. */
export interface PushNote {
  readonly data: {
    readonly msgID: string;
    readonly sessionID: string;
    readonly type: string;
    readonly tid: string | null;
    /** The task that the person can approve or reject, and its application; absent without one. */
    readonly flowID?: string;
    readonly taskID?: string;
  };
  /** The text that the phone displays: the same for every message. */
  readonly title: string;
  /** The number on the app's icon. */
  readonly badge: number;
  /** Milliseconds since 1970. The provider drops a push that it could not deliver by then. */
  readonly expireAt: number;
}

/**
 * - `gone`: the registration is no longer valid.
 * - `later`: retry; `afterMs` is the delay that the provider requested.
 * - `refused`: the provider will never accept this push, although the registration is valid.
 */
export type PushResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs?: number | undefined }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Sends pushes by one provider. */
export interface PushSender {
  /** Validates a token; `refused` if it is well-formed but its address is not allowed. */
  check(token: string): 'good' | 'malformed' | 'refused';
  /** The part of a token that identifies the phone: tokens with the same result belong to one phone. */
  identify(token: string): string;
  /** Never throws for failures of the provider or the network. */
  send(token: string, note: PushNote): Promise<PushResult>;
  close(): void;
}

/** The senders of the configured providers. */
export type PushSenders = Readonly<Partial<Record<PushProvider, PushSender>>>;
