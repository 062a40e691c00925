import { dataViewOf } from '../format/data-view.util.ts';

/** A PNG is complete if it contains the IEND chunk, whatever follows. */
function isPngTruncated(bytes: Uint8Array): boolean {
  const data = dataViewOf(bytes);
  for (let at = 8; at + 8 <= bytes.length; ) {
    const isEnd = data.getUint32(at + 4) === 0x49454e44;
    if (isEnd) return false;
    at += data.getUint32(at) + 12;
  }
  return true;
}

/**
 * A thumbnail inside a JPEG header has an end marker too, so the search starts after the first scan header.
 */
function isJpegTruncated(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== 0xda) {
    at += bytes[at + 1] === 0xff ? 1 : 2 + dataViewOf(bytes).getUint16(at + 2);
  }
  for (let end = bytes.length - 2; end >= at; end -= 1) {
    if (bytes[end] === 0xff && bytes[end + 1] === 0xd9) return false;
  }
  return true;
}

const truncationTests: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': isPngTruncated,
  'image/jpeg': isJpegTruncated,
  'image/gif': (bytes) => !bytes.subarray(-1024).includes(0x3b),
  'image/webp': (bytes) => dataViewOf(bytes).getUint32(4, true) + 8 > bytes.length,
};

/** Whether the end of a picture is missing. Browsers draw the rest without reporting an error. */
export function isPictureTruncated(mimeType: string, bytes: Uint8Array): boolean {
  try {
    return truncationTests[mimeType]?.(bytes) ?? false;
  } catch {
    return true;
  }
}
