/** A text message. */
export interface Sms {
  /** In international form: `+8613812345678`. */
  to: string;
  /** What the person reads. */
  text: string;
  /** What it is about, for gateways that send approved templates only. */
  purpose: 'login' | 'reset' | 'update' | 'notice';
  /** The code in the text, for the same gateways; null where there is none. */
  code: string | null;
}

export type SmsErrorCode = 'sms.not_configured' | 'sms.refused' | 'sms.unreachable';

/** A text message that was not sent. Its message names no one: it goes into the log. */
export class SmsError extends Error {
  override readonly name = 'SmsError';
  readonly code: SmsErrorCode;
  /** Trying again would fail the same way. */
  readonly isPermanent: boolean;

  constructor(code: SmsErrorCode, message: string, isPermanent: boolean) {
    super(message);
    this.code = code;
    this.isPermanent = isPermanent;
  }
}

/** Sends text messages, or says why not. */
export interface SmsSender {
  readonly isConfigured: boolean;
  /**
   * Done once the gateway took it. Nothing is tried twice: whoever asked knows whether that would help.
   * @throws SmsError
   */
  send(sms: Sms): Promise<void>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}
