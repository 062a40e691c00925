import type { Readable } from 'node:stream';

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Readable | Buffer;
}

export interface Mail {
  /** Addresses without display names. */
  to: readonly string[];
  subject: string;
  text: string;
  attachments?: readonly MailAttachment[];
  /** Without angle brackets, such as `id@host`; the same for a retry, so that mail clients recognise the duplicate. */
  messageID?: string;
  /** Time limit for sending; 20 s by default, for mails that a person waits for. */
  timeoutMs?: number;
}

/**
 * Time limit for mails in the background: a server may take ten minutes for its last answer alone (RFC 5321, section
 * 4.5.3.2.6), and an earlier retry would send the mail twice.
 */
export const backgroundTimeoutMs = 30 * 60_000;

/** Sends mail. */
export interface Mailer {
  readonly isConfigured: boolean;
  /**
   * Resolves once the server has accepted the mail for every recipient.
   * @throws MailError
   */
  send(mail: Mail): Promise<void>;
  /** Aborts all mails in flight. */
  close(): Promise<void>;
}
