import type { FrameFamily } from '../frame/frame.types.ts';
import { type ImageFormat, imageFormatOf, isSvg } from '../image/image-format.rules.ts';
import { type MediaFormat, mediaFormatOf } from '../media/media-format.rules.ts';

/** The detected format of a document: one that a viewer shows, or the name of one that no viewer shows. */
export type Format =
  | { readonly viewer: 'pdf' }
  | { readonly viewer: 'text'; readonly exactKind?: ExactOnlyKind }
  | ImageFormat
  | MediaFormat
  | {
      readonly viewer: Exclude<FrameFamily, 'heic' | 'image' | 'locked' | 'media' | 'text'>;
      readonly kind: DocumentKind;
      readonly name: string;
    }
  /** Encrypted as a whole with a password. */
  | { readonly viewer: 'locked'; readonly name: string }
  | { readonly viewer: null; readonly name: string; readonly exactKind?: ExactOnlyKind };

/** Formats that only the engine of exact pages draws, by the extension that it knows them by. */
export type ExactOnlyKind = 'odg' | 'odp' | 'odt' | 'rtf';

/** The formats with a light viewer that the engine of exact pages reads too, by their `kind`. */
const exactKinds = new Set(['doc', 'docx', 'ods', 'ppt', 'pptx', 'xls', 'xlsb', 'xlsx']);

/** The extension by which the engine of exact pages knows the format, or null if it draws nothing better. */
export function exactKindOf(format: Format): string | null {
  if ('exactKind' in format) return format.exactKind ?? null;
  return 'kind' in format && exactKinds.has(format.kind) ? format.kind : null;
}

export type DocumentKind =
  | '7z'
  | 'bz2'
  | 'doc'
  | 'docx'
  | 'dxf'
  | 'eml'
  | 'epub'
  | 'glb'
  | 'gltf'
  | 'gz'
  | 'msg'
  | 'obj'
  | 'ods'
  | 'ofd'
  | 'ppt'
  | 'pptx'
  | 'rar'
  | 'stl'
  | 'tar'
  | 'xls'
  | 'xlsb'
  | 'xlsx'
  | 'xz'
  | 'zip';

/** A container format: only its directory tells which document format it holds. */
export type ContainerFormat = { readonly viewer: 'container'; readonly kind: 'zip' | 'ole' };

/** The number of leading bytes that decide the viewer. */
export const headBytes = 8192;

/** The lower-case extension of a file name; empty where there is none. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,12})$/.exec(name.toLowerCase())?.[1] ?? '';

// One character for each byte. The platform's `latin1` decoder is windows-1252 and would change bytes.
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

type Signature = { readonly at: number; readonly text: string; readonly format: Format | ContainerFormat };
const workbook: Format = { viewer: 'sheet', kind: 'xls', name: 'Excel (xls)' };
export const unsupportedFormat = (name: string): Format => ({ viewer: null, name });

// Signatures of the first bytes, as latin1 text. More specific ones come first.
const signatures: readonly Signature[] = [
  { at: 0, text: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', format: { viewer: 'container', kind: 'ole' } },
  { at: 0, text: 'PK\x03\x04', format: { viewer: 'container', kind: 'zip' } },
  // A zip without entries.
  { at: 0, text: 'PK\x05\x06', format: { viewer: 'container', kind: 'zip' } },
  // Workbooks older than the container format: Excel 2, 3 and 4.
  { at: 0, text: '\x09\0\x04\0', format: workbook },
  { at: 0, text: '\x09\x02\x06\0', format: workbook },
  { at: 0, text: '\x09\x04\x06\0', format: workbook },
  { at: 0, text: 'Rar!', format: { viewer: 'archive', kind: 'rar', name: 'RAR' } },
  { at: 0, text: "7z\xbc\xaf'\x1c", format: { viewer: 'archive', kind: '7z', name: '7-Zip' } },
  { at: 0, text: '\x1f\x8b', format: { viewer: 'archive', kind: 'gz', name: 'gzip' } },
  { at: 4, text: '1AY&SY', format: { viewer: 'archive', kind: 'bz2', name: 'bzip2' } },
  { at: 0, text: '\xfd7zXZ\0', format: { viewer: 'archive', kind: 'xz', name: 'xz' } },
  { at: 257, text: 'ustar', format: { viewer: 'archive', kind: 'tar', name: 'tar' } },
  { at: 8, text: 'AVI ', format: unsupportedFormat('AVI') },
  { at: 0, text: '0&\xb2u\x8ef\xcf\x11', format: unsupportedFormat('Windows Media') },
  { at: 0, text: 'FLV\x01', format: unsupportedFormat('Flash Video') },
  { at: 0, text: '.RMF', format: unsupportedFormat('RealMedia') },
  { at: 0, text: '#!AMR', format: unsupportedFormat('AMR') },
  { at: 0, text: 'MThd', format: unsupportedFormat('MIDI') },
  { at: 0, text: '\0\0\x01\xba', format: unsupportedFormat('MPEG') },
  { at: 8, text: 'AIFF', format: unsupportedFormat('AIFF') },
  { at: 0, text: 'glTF\x02', format: { viewer: 'model', kind: 'glb', name: 'glTF (glb)' } },
  { at: 0, text: 'AC10', format: unsupportedFormat('DWG') },
  { at: 0, text: ['AutoCAD', 'Binary', 'DXF'].join(' '), format: unsupportedFormat('DXF') },
  { at: 0, text: '8BPS', format: unsupportedFormat('Photoshop (psd)') },
  { at: 0, text: '\0\0\0\x0cjP  ', format: unsupportedFormat('JPEG 2000') },
  { at: 0, text: '\0\0\0\x0cJXL ', format: unsupportedFormat('JPEG XL') },
  { at: 0, text: '\xff\x0a', format: unsupportedFormat('JPEG XL') },
  { at: 0, text: '\xd7\xcd\xc6\x9a', format: unsupportedFormat('Windows Metafile (wmf)') },
];

/** Determines the format from the first bytes as far as they allow. The file name has no influence. */
export function formatOf(head: Uint8Array): Format | ContainerFormat {
  const start = latin1(head.subarray(0, headBytes));
  // Readers that follow the PDF specification accept up to a kilobyte of other data in front.
  if (start.slice(0, 1024).includes('%PDF-')) return { viewer: 'pdf' };
  const picture = imageFormatOf(start);
  if (picture) return picture;
  const known = signatures.find(({ at, text }) => start.startsWith(text, at));
  if (known) return known.format;
  const media = mediaFormatOf(head, start);
  if (media) return media;
  if (!isText(head)) return unsupportedFormat('');
  if (isSvg(start)) return { viewer: 'image', mimeType: 'image/svg+xml' };
  if (isDxf(start)) return { viewer: 'drawing', kind: 'dxf', name: 'DXF' };
  const model = modelFormatOf(start);
  if (model) return model;
  if (start.startsWith('{\\rtf')) return { viewer: 'text', exactKind: 'rtf' };
  return isMail(start) ? { viewer: 'mail', kind: 'eml', name: 'Email (eml)' } : { viewer: 'text' };
}

/** A number of a model, with a sign and an exponent. */
const number = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`;
const vertexLine = new RegExp(`^v(?:[ \\t]+${number}){3,8}[ \\t]*$`, 'i');
const objLine = /^(?:#.*|(?:o|g|s|vn|vt|mtllib|usemtl)\b.*|)$/;

/** Models in text form: STL, glTF, and OBJ, whose first lines of content are vertices. */
function modelFormatOf(start: string): Format | null {
  if (/^\s*solid\b[^\n]*\n\s*(?:facet\s+normal|endsolid)\b/i.test(start))
    return { viewer: 'model', kind: 'stl', name: 'STL' };
  if (/^\s*\{/.test(start) && /"asset"\s*:\s*\{[^{}]*"version"\s*:\s*"2\.\d/.test(start))
    return { viewer: 'model', kind: 'gltf', name: 'glTF' };
  const lines = start.split(/\r?\n/, 200).map((line) => line.trim());
  const first = lines.find((line) => !objLine.test(line));
  return first !== undefined && vertexLine.test(first) ? { viewer: 'model', kind: 'obj', name: 'OBJ' } : null;
}

/** A DXF drawing is text that consists of pairs of lines. Comments may precede its first section. */
const isDxf = (start: string) => /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/.test(start);

const mailFields =
  /^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to|content-type|x-[\w-]+):/i;

/** An e-mail begins with its header, which names at least a sender or a route (RFC 5322). */
function isMail(start: string): boolean {
  const [header = ''] = start.split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/).filter((line) => !/^[ \t>]/.test(line));
  // The head of the document may end inside a line.
  const fields = header.length < start.length ? lines : lines.slice(0, -1);
  const known = fields.filter((line) => mailFields.test(line));
  return (
    known.length >= 2 &&
    fields.every((line, index) => /^[!-9;-~]+:/.test(line) || (index === 0 && line.startsWith('From '))) &&
    known.some((line) => /^(?:from|received|message-id|return-path|mime-version):/i.test(line))
  );
}

/**
 * Text contains no control characters except those that move the cursor. UTF-16 is recognised by its byte
 * order mark or by its pattern of zeros.
 */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return true;
  if (utf16Of(head) !== null) return true;
  const controlBytes = head.filter((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
  return controlBytes.length === 0;
}

/** Detects UTF-16 by its byte order mark, or by nearly every second byte being zero, as in Latin text. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (head.length < 4) return null;
  let zerosAtEven = 0;
  let zerosAtOdd = 0;
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) zerosAtEven += 1;
    if (head[index + 1] === 0) zerosAtOdd += 1;
  }
  const minZeros = (head.length / 2) * 0.7;
  if (zerosAtOdd > minZeros && zerosAtEven === 0) return 'utf-16le';
  return zerosAtEven > minZeros && zerosAtOdd === 0 ? 'utf-16be' : null;
}
