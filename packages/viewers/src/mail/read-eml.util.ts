import PostalMime, { type Address } from 'postal-mime';
import type { Mail, MailPart, Person } from './mail.types.ts';

const peopleOf = (addresses: readonly Address[] | undefined): Person[] =>
  (addresses ?? []).flatMap((address): Person[] =>
    address.group
      ? address.group.map(({ name, address }) => ({ name, address }))
      : [{ name: address.name, address: address.address }],
  );

const extensionsByType: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/plain': '.txt',
  'text/html': '.html',
  'application/pdf': '.pdf',
};

/** Parses a mail in its transfer format (RFC 5322, MIME). */
export async function readEml(bytes: Uint8Array<ArrayBuffer>): Promise<Mail> {
  const mail = await PostalMime.parse(withoutByteOrderMark(bytes), { forceRfc822Attachments: true });
  const date = new Date(mail.date ?? '');
  return {
    subject: mail.subject ?? '',
    from: peopleOf(mail.from ? [mail.from] : undefined),
    to: peopleOf(mail.to),
    cc: peopleOf(mail.cc),
    bcc: peopleOf(mail.bcc),
    date: Number.isNaN(date.getTime()) ? null : date,
    html: mail.html ?? null,
    text: mail.text ?? '',
    parts: mail.attachments.map((part): MailPart => {
      const content =
        typeof part.content === 'string'
          ? new TextEncoder().encode(part.content)
          : new Uint8Array(part.content);
      const name = part.filename ?? part.description ?? '';
      return {
        name: name === '' && part.mimeType in extensionsByType ? `${extensionsByType[part.mimeType]}` : name,
        bytes: content,
        size: content.length,
        contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
        mimeType: part.mimeType,
      };
    }),
  };
}

/** Removes the UTF-8 byte order mark, with which editors save mails and which is not valid in a header. */
const withoutByteOrderMark = (bytes: Uint8Array<ArrayBuffer>) =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
