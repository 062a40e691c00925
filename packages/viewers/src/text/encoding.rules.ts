import { utf16Of } from '../format/format.rules.ts';

export const encodings = [
  'utf-8',
  'gb18030',
  'utf-16le',
  'utf-16be',
  'big5',
  'shift_jis',
  'windows-1252',
] as const;
export type Encoding = (typeof encodings)[number];

function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    // Decoded as a stream, so that a character cut at the end of the sample is not an error.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** HTML, XML and iCalendar name their encoding in ASCII near their beginning. */
const declaration = /\b(?:charset|encoding)\s*=\s*["']?([\w-]{2,30})/i;
const declarationBytes = 2048;

function declaredEncoding(sample: Uint8Array): Encoding | null {
  const [, label] = declaration.exec(String.fromCharCode(...sample.subarray(0, declarationBytes))) ?? [];
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // A text that declares UTF-16 in ASCII is wrong.
    if (encoding.startsWith('utf-16')) return null;
    return encodings.find((known) => known === (encoding === 'gbk' ? 'gb18030' : encoding)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Detects the encoding of a text by its beginning: byte order mark, then valid UTF-8, then the encoding that the text
 * declares, otherwise GB18030.
 */
export function detectEncoding(sample: Uint8Array): Encoding {
  const unicode = utf16Of(sample) ?? (decodes(sample, 'utf-8') ? 'utf-8' : null);
  return unicode ?? declaredEncoding(sample) ?? 'gb18030';
}

/** The maximum distance from a cut to the end of its line; longer lines are cut inside. */
export const lineReachBytes = 16 * 1024;

/**
 * The offset at which a block may be cut without splitting a character: after the next line end, or at the
 * next character.
 * @param bytes - the bytes from the cut on, `lineReachBytes` of them if available.
 */
export function safeCutOffset(bytes: Uint8Array, encoding: Encoding): number {
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be';
  if (isUtf16) {
    const [low, high] = encoding === 'utf-16le' ? [0x0a, 0] : [0, 0x0a];
    for (let index = 0; index + 1 < bytes.length; index += 2) {
      if (bytes[index] === low && bytes[index + 1] === high) return index + 2;
    }
    // A low surrogate belongs to the preceding high surrogate.
    const second = bytes[encoding === 'utf-16le' ? 1 : 0] ?? 0;
    return second >= 0xdc && second <= 0xdf ? 2 : 0;
  }
  // In none of these encodings is 0x0A the second byte of a character.
  const line = bytes.indexOf(0x0a);
  if (line !== -1) return line + 1;
  if (encoding === 'utf-8') {
    let index = 0;
    while (index < bytes.length && ((bytes[index] ?? 0) & 0xc0) === 0x80) index += 1;
    return index;
  }
  // Cuts after a byte that is a complete character in any position.
  const afterSingleByte = encoding === 'windows-1252' ? 0 : bytes.findIndex((byte) => byte < 0x30) + 1;
  return Math.max(0, afterSingleByte);
}
