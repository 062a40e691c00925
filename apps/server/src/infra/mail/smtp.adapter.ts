import { parseEmail } from '@sealflow/domain/identifiers';
import { createTransport, type NodemailerError, type SMTPSentMessageInfo } from 'nodemailer';
import { isLoopbackHost } from '../outbound/public-hosts.util.ts';
import { MailError, type RefusedRecipient } from './mail.errors.ts';
import type { Mail, MailAttachment, Mailer } from './mail.port.ts';

export interface SmtpSettings {
  /** `smtp://` (STARTTLS if the server offers it) or `smtps://`, with user and password, and options as its query. */
  url: string;
  /** The sender, such as `Sealflow <noreply@example.com>`. */
  from: string;
}

/** Short, because a person may be waiting for a code; a reachable server answers within these limits. */
const timeouts = {
  dnsTimeout: 5000,
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  // The server may scan the content before it answers: RFC 5321, section 4.5.3.2.6.
  socketTimeout: 600_000,
};
const defaultTimeoutMs = 20_000;

/** Sends mail by an SMTP server, with one connection per mail. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const closing = new AbortController();
  return {
    isConfigured: true,
    async send(mail) {
      const message = messageOf(mail);
      const transport = createTransport({ ...timeouts, requireTLS: isTlsRequired(url), url });
      let isHandedOver = false;
      transport.use('stream', ({ message: written }, done) => {
        written.processFunc((content) => content.once('end', () => (isHandedOver = true)));
        done();
      });
      const signal = AbortSignal.any([
        closing.signal,
        AbortSignal.timeout(mail.timeoutMs ?? defaultTimeoutMs),
      ]);
      const sent = await transport.sendMail({ ...message, from, signal }).catch((error: unknown) =>
        // An abort by shutdown counts like a crash: the job is repeated on another node.
        throwMailError(error, isHandedOver && !closing.signal.aborted),
      );
      if (sent.rejected.length > 0) throw partialRefusalError(sent);
    },
    async close() {
      closing.abort();
    },
  };
}

/** The mailer of a service without a mail server: every send fails. */
export const disabledMailer: Mailer = {
  isConfigured: false,
  async send() {
    throw new MailError('mail.not_configured', 'SMTP_URL is not set', { isPermanent: true });
  },
  async close() {},
};

/** Whether TLS is required: a password must not be sent unencrypted, unless the server is on this machine. */
function isTlsRequired(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && !isLoopbackHost(hostname);
}

function messageOf({ to, subject, text, attachments = [], messageID }: Mail) {
  const addresses = to.map(parseEmail).filter((address) => address !== null);
  if (to.length === 0 || addresses.length < to.length) throw invalidMailError('invalid recipient address');
  if (messageID !== undefined && !/^[\w.+-]{1,200}@[\w.-]{1,200}$/.test(messageID))
    throw invalidMailError('invalid message id');
  return {
    to: addresses.map((address) => ({ name: '', address })),
    subject: oneLine(subject),
    text,
    attachments: attachments.map(attachmentOf),
    ...(messageID === undefined ? {} : { messageId: `<${messageID}>` }),
    // The content must not make the library read local files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function attachmentOf({ filename, contentType, content }: MailAttachment) {
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(contentType)) throw invalidMailError('invalid content type');
  return { filename: oneLine(filename), contentType, content };
}

/** Replaces line breaks and control characters: a line break would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function invalidMailError(message: string): MailError {
  return new MailError('mail.invalid', message, { isPermanent: true });
}

/** Converts an error of the library. Its messages quote addresses, so only its codes are used. */
function throwMailError(error: unknown, isHandedOver: boolean): never {
  const { code = 'error', command = '', responseCode = 0, rejectedErrors } = error as NodemailerError;
  const summary = `${code} ${command} ${responseCode}`;
  // The server rejected this mail, rather than the connection or the sender's credentials.
  const isMailRejected =
    code === 'EENVELOPE' ? command === 'RCPT TO' || responseCode === 552 : code === 'EMESSAGE';
  if (isHandedOver && responseCode === 0)
    throw new MailError(
      'mail.unanswered',
      `the mail server did not confirm the mail, which may have been sent: ${summary}`,
      { isPermanent: true },
    );
  if (!isMailRejected || responseCode === 0)
    throw new MailError('mail.unreachable', `the mail was not sent: ${summary}`, { isPermanent: false });
  const refused = refusedRecipients(rejectedErrors);
  const isPermanent =
    refused.length > 0 ? refused.every((recipient) => recipient.isPermanent) : responseCode >= 500;
  throw new MailError('mail.refused', `the mail server rejected the mail: ${summary}`, {
    isPermanent,
    refused,
  });
}

function partialRefusalError({ accepted, rejectedErrors }: SMTPSentMessageInfo): MailError {
  const refused = refusedRecipients(rejectedErrors);
  return new MailError('mail.refused', `the mail server rejected ${refused.length} recipients`, {
    isPermanent: refused.every((recipient) => recipient.isPermanent),
    accepted: accepted.map(String),
    refused,
  });
}

function refusedRecipients(errors: readonly NodemailerError[] = []): RefusedRecipient[] {
  return errors.map(({ recipient = '', responseCode = 0 }) => ({
    address: recipient,
    isPermanent: responseCode >= 500,
  }));
}
