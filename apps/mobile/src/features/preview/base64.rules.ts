// Arguments of a call are limited: the bytes become text in pieces, each of whole groups of three.
const piece = 0x8000 - (0x8000 % 3);

/** Base64 of bytes, piece by piece. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += piece) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(offset, offset + piece))));
  }
  return parts.join('');
}
