import type { Readable } from 'node:stream';

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Readable | Buffer;
}

export interface Mail {
  /** Addresses alone, without names. */
  to: readonly string[];
  subject: string;
  text: string;
  attachments?: readonly MailAttachment[];
  /** Without angle brackets, such as `id@host`; the same for a repetition, so that the reader's program sees one mail. */
  messageID?: string;
  /** How long all of the sending may take, in milliseconds; 20 s where it is missing, for somebody waits. */
  patienceMs?: number;
}

/**
 * For a mail that nobody waits for: a server may take ten minutes for its last answer alone (RFC 5321, section 4.5.3.2.6), and
 * whoever asks again before that sends twice.
 */
export const unhurried = 30 * 60_000;

/** Sends mail, or says why not. */
export interface Mailer {
  readonly isConfigured: boolean;
  /**
   * Done once the server took the mail for every recipient.
   * @throws MailError
   */
  send(mail: Mail): Promise<void>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}
