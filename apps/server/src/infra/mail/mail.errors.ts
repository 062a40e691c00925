/**
 * - `mail.not_configured`: no mail server is configured.
 * - `mail.invalid`: an invalid address, message id or content type.
 * - `mail.refused`: the server rejected the mail, for some recipients or entirely.
 * - `mail.unreachable`: the server did not receive this mail: no connection, failed sign-in or timeout.
 * - `mail.unanswered`: the server received the whole mail but did not confirm it: it may have been sent.
 */
export type MailErrorCode =
  | 'mail.not_configured'
  | 'mail.invalid'
  | 'mail.refused'
  | 'mail.unreachable'
  | 'mail.unanswered';

export interface RefusedRecipient {
  address: string;
  isPermanent: boolean;
}

/** A mail was not sent to all recipients. The message of the error is logged, so it contains no addresses. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailErrorCode;
  /** Whether an automatic retry would fail the same way or send the mail twice. */
  readonly isPermanent: boolean;
  // Private fields, so that loggers which enumerate properties cannot log addresses.
  readonly #accepted: readonly string[];
  readonly #refused: readonly RefusedRecipient[];

  constructor(
    code: MailErrorCode,
    message: string,
    details: { isPermanent: boolean; accepted?: readonly string[]; refused?: readonly RefusedRecipient[] },
  ) {
    super(message);
    this.code = code;
    this.isPermanent = details.isPermanent;
    this.#accepted = details.accepted ?? [];
    this.#refused = details.refused ?? [];
  }

  /** Recipients for whom the server accepted the mail; a retry must leave them out. */
  get accepted(): readonly string[] {
    return this.#accepted;
  }

  get refused(): readonly RefusedRecipient[] {
    return this.#refused;
  }
}
