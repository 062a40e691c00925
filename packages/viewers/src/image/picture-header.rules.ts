import { dataViewOf } from '../format/data-view.util.ts';
import type { Size } from '../pages/page-layout.rules.ts';

/** Properties of a picture that are known before it is decoded. */
export type PictureHeader = Size & {
  /** The rows are not in sequence, so the whole picture has to be in memory until the last byte. */
  readonly isInterlaced: boolean;
  /** The Exif orientation, 1 where none is stored. Browsers apply that of JPEG. */
  readonly orientation: number;
};

const headerOfSize = (width: number, height: number): PictureHeader => ({
  width,
  height,
  isInterlaced: false,
  orientation: 1,
});
const textAt = (bytes: Uint8Array, at: number, length = 4) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** The orientation in an Exif block that starts with its byte order mark. */
export function exifOrientation(exif: Uint8Array): number {
  if (exif.length < 10) return 1;
  const isLittleEndian = textAt(exif, 0, 2) === 'II';
  const data = dataViewOf(exif);
  const start = data.getUint32(4, isLittleEndian);
  if (start + 2 > exif.length) return 1;
  const count = data.getUint16(start, isLittleEndian);
  for (let index = 0, at = start + 2; index < count && at + 12 <= exif.length; index += 1, at += 12) {
    if (data.getUint16(at, isLittleEndian) !== 0x0112) continue;
    const value = data.getUint16(at + 8, isLittleEndian);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

function pngHeader(bytes: Uint8Array): PictureHeader {
  const data = dataViewOf(bytes);
  let orientation = 1;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = data.getUint32(at);
    const type = textAt(bytes, at + 4);
    if (type === 'eXIf') orientation = exifOrientation(bytes.subarray(at + 8, at + 8 + length));
    if (type === 'IDAT') break;
    at += length + 12;
  }
  return {
    width: data.getUint32(16),
    height: data.getUint32(20),
    isInterlaced: bytes[28] === 1,
    orientation,
  };
}

function jpegHeader(bytes: Uint8Array): PictureHeader | null {
  const data = dataViewOf(bytes);
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff) at += 1;
    else if (marker === 0xda) return null;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const isInterlaced = [0xc2, 0xc6, 0xca, 0xce].includes(marker);
      return { ...headerOfSize(data.getUint16(at + 7), data.getUint16(at + 5)), isInterlaced };
    } else at += 2 + data.getUint16(at + 2);
  }
  return null;
}

function webpHeader(bytes: Uint8Array): PictureHeader | null {
  const data = dataViewOf(bytes);
  let size: PictureHeader | null = null;
  let orientation = 1;
  for (let at = 12; at + 18 <= bytes.length; ) {
    const type = textAt(bytes, at);
    const length = data.getUint32(at + 4, true);
    const body = at + 8;
    if (type === 'VP8X') {
      const edge = (offset: number) =>
        1 + data.getUint16(body + offset, true) + ((bytes[body + offset + 2] ?? 0) << 16);
      size = headerOfSize(edge(4), edge(7));
    } else if (type === 'VP8L') {
      const bits = data.getUint32(body + 1, true);
      size ??= headerOfSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    } else if (type === 'VP8 ') {
      size ??= headerOfSize(data.getUint16(body + 6, true) & 0x3fff, data.getUint16(body + 8, true) & 0x3fff);
    } else if (type === 'EXIF') {
      const exif = bytes.subarray(body, body + length);
      orientation = exifOrientation(textAt(exif, 0) === 'Exif' ? exif.subarray(6) : exif);
    }
    at = body + length + (length % 2);
  }
  return size && { ...size, orientation };
}

/** The largest size listed: for a tiled picture, the size of the whole. */
function avifHeader(bytes: Uint8Array): PictureHeader | null {
  const data = dataViewOf(bytes);
  let largest: PictureHeader | null = null;
  for (let at = 4; at + 16 <= Math.min(bytes.length, 65_536); at += 1) {
    if (bytes[at] !== 0x69 || textAt(bytes, at) !== 'ispe') continue;
    const found = headerOfSize(data.getUint32(at + 8), data.getUint32(at + 12));
    if (largest === null || found.width * found.height > largest.width * largest.height) largest = found;
  }
  return largest;
}

function bitmapHeader(bytes: Uint8Array): PictureHeader {
  const data = dataViewOf(bytes);
  if (data.getUint32(14, true) === 12)
    return headerOfSize(data.getUint16(18, true), data.getUint16(20, true));
  return headerOfSize(Math.abs(data.getInt32(18, true)), Math.abs(data.getInt32(22, true)));
}

const headerParsers: Readonly<Record<string, (bytes: Uint8Array) => PictureHeader | null>> = {
  'image/png': pngHeader,
  'image/jpeg': jpegHeader,
  'image/webp': webpHeader,
  'image/avif': avifHeader,
  'image/bmp': bitmapHeader,
  'image/gif': (bytes) =>
    headerOfSize(dataViewOf(bytes).getUint16(6, true), dataViewOf(bytes).getUint16(8, true)),
};

/** Parses the header of a picture; null where it is not understood. */
export function parsePictureHeader(mimeType: string, bytes: Uint8Array): PictureHeader | null {
  try {
    const header = headerParsers[mimeType]?.(bytes) ?? null;
    return header && header.width > 0 && header.height > 0 ? header : null;
  } catch {
    return null;
  }
}
