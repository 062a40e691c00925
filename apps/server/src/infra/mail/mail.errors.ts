/**
 * - `mail.not_configured`: this service sends no mail.
 * - `mail.invalid`: an address, id or type that cannot stand in a mail.
 * - `mail.refused`: the server answered that it does not take it, for some recipient or at all.
 * - `mail.unreachable`: the server did not get this mail: no connection, no sign-in, no answer in time.
 * - `mail.unanswered`: the server got all of it and did not say what it does with it: it may have gone out.
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

/** What became of a mail that was not sent to all. Its message names no one: it goes into the log. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailErrorCode;
  /** Not to be tried again by a machine: it would fail the same way, or send twice. */
  readonly isPermanent: boolean;
  // Private, so that no logger finds addresses by walking over the fields.
  readonly #accepted: readonly string[];
  readonly #refused: readonly RefusedRecipient[];

  constructor(
    code: MailErrorCode,
    message: string,
    known: { isPermanent: boolean; accepted?: readonly string[]; refused?: readonly RefusedRecipient[] },
  ) {
    super(message);
    this.code = code;
    this.isPermanent = known.isPermanent;
    this.#accepted = known.accepted ?? [];
    this.#refused = known.refused ?? [];
  }

  /** Those who get the mail nevertheless: whoever tries again leaves them out. */
  get accepted(): readonly string[] {
    return this.#accepted;
  }

  get refused(): readonly RefusedRecipient[] {
    return this.#refused;
  }
}
