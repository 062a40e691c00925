// The number of arguments of a call is limited, so the bytes become text in chunks of whole groups of three.
const chunkBytes = 0x8000 - (0x8000 % 3);

/** Encodes bytes as base64, chunk by chunk. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(offset, offset + chunkBytes))));
  }
  return parts.join('');
}
