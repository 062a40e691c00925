/** A text message. */
export interface Sms {
  /** In international form: `+8613812345678`. */
  to: string;
  /** The complete text of the message. */
  text: string;
  /** The purpose, for gateways that only send approved templates. */
  purpose: 'login' | 'reset' | 'update' | 'notice';
  /** The code in the text, for the same gateways; null if there is none. */
  code: string | null;
}

export type SmsErrorCode = 'sms.not_configured' | 'sms.refused' | 'sms.unreachable';

/** A text message was not sent. The message of the error is logged, so it contains no personal data. */
export class SmsError extends Error {
  override readonly name = 'SmsError';
  readonly code: SmsErrorCode;
  /** Whether a retry would fail the same way. */
  readonly isPermanent: boolean;

  constructor(code: SmsErrorCode, message: string, isPermanent: boolean) {
    super(message);
    this.code = code;
    this.isPermanent = isPermanent;
  }
}

/** Sends text messages. */
export interface SmsSender {
  readonly isConfigured: boolean;
  /**
   * Resolves once the gateway has accepted the message. There is no retry; the caller decides about it.
   * @throws SmsError
   */
  send(sms: Sms): Promise<void>;
  /** Aborts all requests in flight. */
  close(): Promise<void>;
}
