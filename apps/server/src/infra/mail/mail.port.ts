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
}

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
