import MessageModule, { type FieldsData } from '@kenjiuno/msgreader';
import type { Mail, MailPart, Person } from './mail.types.ts';

type Reader = InstanceType<typeof MessageModule>;
// The app's bundler and the test runner resolve the default export of a CommonJS module differently.
const MsgReader = (MessageModule as { readonly default?: typeof MessageModule }).default ?? MessageModule;

// Code pages whose label is not `windows-` and the number.
const codePageLabels: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  20127: 'windows-1252',
  20866: 'koi8-r',
  28591: 'windows-1252',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gb18030',
  52936: 'gb18030',
  54936: 'gb18030',
  65001: 'utf-8',
};
const labelOf = (codePage: number | undefined): string | null =>
  codePage === undefined
    ? null
    : (codePageLabels[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : null));

/** The fallback for messages that name no code page. */
const defaultEncoding = 'gb18030';

/**
 * Parses an Outlook message (MS-OXMSG). Its non-Unicode texts are in the code page that the message names.
 */
export function readMsg(bytes: Uint8Array): Mail {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const firstPass = parseMessage(view, defaultEncoding);
  const label =
    labelOf(firstPass.fields.messageCodepage) ??
    labelOf(firstPass.fields.internetCodepage) ??
    defaultEncoding;
  const { fields, reader } = label === defaultEncoding ? firstPass : parseMessage(view, label);
  const people = (kind: string): Person[] =>
    (fields.recipients ?? [])
      .filter(({ recipType = 'to' }) => recipType === kind)
      .map(({ name = '', email = '', smtpAddress }) => ({ name, address: smtpAddress ?? email }));
  const address = fields.senderSmtpAddress ?? fields.sentRepresentingSmtpAddress ?? fields.senderEmail ?? '';
  const name = fields.senderName ?? '';
  const date = new Date(fields.messageDeliveryTime ?? fields.clientSubmitTime ?? fields.creationTime ?? '');
  return {
    subject: fields.subject ?? '',
    // An Exchange directory address means nothing to the user.
    from: name === '' && address === '' ? [] : [{ name, address: address.startsWith('/') ? '' : address }],
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    date: Number.isNaN(date.getTime()) ? null : date,
    html: htmlOf(fields),
    text: fields.body ?? '',
    parts: (fields.attachments ?? []).map((part) => partOf(reader, part)),
  };
}

function parseMessage(view: DataView, ansiEncoding: string) {
  const reader = new MsgReader(view);
  reader.parserConfig = { ansiEncoding };
  const fields = reader.getFileData();
  if (fields.error !== undefined) throw new Error(fields.error);
  return { reader, fields };
}

function htmlOf({ bodyHtml, html, internetCodepage }: FieldsData): string | null {
  if (bodyHtml !== undefined) return bodyHtml;
  if (html === undefined) return null;
  const start = String.fromCharCode(...html.subarray(0, 2048));
  const declaredCharset = /charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(declaredCharset ?? labelOf(internetCodepage) ?? 'utf-8').decode(html);
  } catch {
    return new TextDecoder(labelOf(internetCodepage) ?? 'utf-8').decode(html);
  }
}

function partOf(reader: Reader, part: FieldsData): MailPart {
  const isMessage = part.innerMsgContent === true;
  const name = part.fileName ?? part.name ?? part.fileNameShort ?? '';
  return {
    name: isMessage && !/\.msg$/i.test(name) ? `${name}.msg` : name,
    bytes: contentOf(reader, part),
    size: part.contentLength ?? 0,
    contentId: part.pidContentId?.replace(/^<|>$/g, '') ?? null,
    mimeType: part.attachMimeTag ?? '',
  };
}

function contentOf(reader: Reader, part: FieldsData): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(reader.getAttachment(part).content);
  } catch {
    // A damaged attachment does not affect the mail or the other attachments.
    return null;
  }
}
