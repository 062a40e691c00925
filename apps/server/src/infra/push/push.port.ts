export type PushProvider = 'webpush' | 'fcm' | 'apns' | 'jpush';

/** What is pushed: ids and the kind of message; the app fetches the rest. */
export interface PushNote {
  readonly data: {
    readonly msgID: string;
    readonly sessionID: string;
    readonly type: string;
    readonly tid: string | null;
  };
  /** What the phone itself shows: the same for every message. */
  readonly title: string;
  /** The number on the app's icon. */
  readonly badge: number;
  /** Milliseconds since 1970: a phone that was off until then need not hear of it any more. */
  readonly expireAt: number;
}

/**
 * - `gone`: the registration is dead, whoever sends to it.
 * - `later`: not now; `afterMs` where the provider says when.
 * - `refused`: this push will never be taken, and the registration is not to blame.
 */
export type PushResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'later'; readonly reason: string; readonly afterMs?: number | undefined }
  | { readonly outcome: 'refused'; readonly reason: string };

/** The way to one provider's phones. */
export interface PushSender {
  /** Whether a token can be sent to; `refused` where its form is right and its address not allowed. */
  check(token: string): 'good' | 'malformed' | 'refused';
  /** What of a token names the phone: two with the same are one. */
  identify(token: string): string;
  /** Never throws for what a provider or the line does. */
  send(token: string, note: PushNote): Promise<PushResult>;
  close(): void;
}

/** The configured ones. */
export type PushSenders = Readonly<Partial<Record<PushProvider, PushSender>>>;
