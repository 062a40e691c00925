import type { FrameFamily } from './frame/frame.types.ts';
import { type ImageFormat, imageFormatOf, isSvg } from './image/image-format.rules.ts';
import { type MediaFormat, mediaFormatOf } from './media/media-format.rules.ts';

/** What a document is: a viewer of ours, or a name for what has none. */
export type Format =
  | { readonly viewer: 'pdf' | 'text' }
  | ImageFormat
  | MediaFormat
  | {
      readonly viewer: Exclude<FrameFamily, 'heic' | 'image' | 'media' | 'text'>;
      readonly kind: DocumentKind;
      readonly name: string;
    }
  /** Whole under a password of its own. */
  | { readonly viewer: 'locked'; readonly name: string }
  | { readonly viewer: null; readonly name: string };

export type DocumentKind =
  | 'doc'
  | 'docx'
  | 'eml'
  | 'msg'
  | 'ods'
  | 'ofd'
  | 'ppt'
  | 'pptx'
  | 'xls'
  | 'xlsb'
  | 'xlsx'
  | 'zip';

/** What only its inner directory tells more of. */
export type Container = { readonly viewer: 'container'; readonly kind: 'zip' | 'ole' };

/** How much of a document decides its viewer. */
export const headSize = 8192;

/** The ending of a name, where it is one. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,12})$/.exec(name.toLowerCase())?.[1] ?? '';

// A character a byte; the platform's own latin1 decoder is another one, windows-1252.
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

type Signature = { readonly at: number; readonly text: string; readonly format: Format | Container };
const workbook: Format = { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' };
export const named = (name: string): Format => ({ viewer: null, name });

// A table of the first bytes, as latin1 text; the more particular ones stand first.
const signatures: readonly Signature[] = [
  { at: 0, text: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', format: { viewer: 'container', kind: 'ole' } },
  { at: 0, text: 'PK\x03\x04', format: { viewer: 'container', kind: 'zip' } },
  // A zip without entries.
  { at: 0, text: 'PK\x05\x06', format: { viewer: 'container', kind: 'zip' } },
  // Workbooks from before there were containers: Excel 2, 3 and 4.
  { at: 0, text: '\x09\0\x04\0', format: workbook },
  { at: 0, text: '\x09\x02\x06\0', format: workbook },
  { at: 0, text: '\x09\x04\x06\0', format: workbook },
  { at: 0, text: 'Rar!', format: named('RAR') },
  { at: 0, text: "7z\xbc\xaf'\x1c", format: named('7-Zip') },
  { at: 0, text: '\x1f\x8b', format: named('gzip') },
  { at: 8, text: 'AVI ', format: named('AVI') },
  { at: 0, text: '0&\xb2u\x8ef\xcf\x11', format: named('Windows Media') },
  { at: 0, text: 'FLV\x01', format: named('Flash Video') },
  { at: 0, text: '.RMF', format: named('RealMedia') },
  { at: 0, text: '#!AMR', format: named('AMR') },
  { at: 0, text: 'MThd', format: named('MIDI') },
  { at: 0, text: '\0\0\x01\xba', format: named('MPEG') },
  { at: 8, text: 'AIFF', format: named('AIFF') },
  { at: 0, text: 'AC10', format: named('DWG') },
  { at: 0, text: ['AutoCAD', 'Binary', 'DXF'].join(' '), format: named('DXF') },
  { at: 0, text: '8BPS', format: named('Photoshop (psd)') },
  { at: 0, text: '\0\0\0\x0cjP  ', format: named('JPEG 2000') },
  { at: 0, text: '\0\0\0\x0cJXL ', format: named('JPEG XL') },
  { at: 0, text: '\xff\x0a', format: named('JPEG XL') },
  { at: 0, text: '\xd7\xcd\xc6\x9a', format: named('Windows Metafile (wmf)') },
];

/** Decides by the first bytes, as far as they tell; the name of a file decides nothing. */
export function formatOf(head: Uint8Array): Format | Container {
  const start = latin1(head.subarray(0, headSize));
  // The standard's readers accept up to a kilobyte of something else in front.
  if (start.slice(0, 1024).includes('%PDF-')) return { viewer: 'pdf' };
  const picture = imageFormatOf(start);
  if (picture) return picture;
  const known = signatures.find(({ at, text }) => start.startsWith(text, at));
  if (known) return known.format;
  const media = mediaFormatOf(head, start);
  if (media) return media;
  if (!isText(head)) return named('');
  if (isSvg(start)) return { viewer: 'image', mimeType: 'image/svg+xml' };
  if (isDxf(start)) return named('DXF');
  return isMail(start) ? { viewer: 'mail', kind: 'eml', name: 'E-mail (eml)' } : { viewer: 'text' };
}

/** A drawing of a CAD program is text, of pairs of lines that nobody reads: remarks may stand before its first section. */
const isDxf = (start: string) => /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/.test(start);

const mailFields =
  /^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to|content-type|x-[\w-]+):/i;

/** A mail begins with its header, and says there at least from whom or by which way it came (RFC 5322). */
function isMail(start: string): boolean {
  const [header = ''] = start.split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/).filter((line) => !/^[ \t>]/.test(line));
  // The head of the document may end inside of a line.
  const fields = header.length < start.length ? lines : lines.slice(0, -1);
  const known = fields.filter((line) => mailFields.test(line));
  return (
    known.length >= 2 &&
    fields.every((line, index) => /^[!-9;-~]+:/.test(line) || (index === 0 && line.startsWith('From '))) &&
    known.some((line) => /^(?:from|received|message-id|return-path|mime-version):/i.test(line))
  );
}

/** Text has no control characters but those that move the cursor; UTF-16 is told by its mark or its pattern of zeros. */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return true;
  if (utf16Of(head) !== null) return true;
  const odd = head.filter((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
  return odd.length === 0;
}

/** UTF-16 by its mark, or where nearly every second byte of a Latin text is zero. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (head.length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) even += 1;
    if (head[index + 1] === 0) odd += 1;
  }
  const most = (head.length / 2) * 0.7;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}
