/** Leading bytes that are required to detect the type of a file. */
export const headBytes = 4100;

export interface MediaType {
  mimeType: string;
  /** Whether it is a protected document, judged by its first bytes. */
  encrypted: boolean;
}

/** Detects the type of a file by its first bytes. The type claimed by the sender is ignored. */
export async function detectMediaType(head: Uint8Array): Promise<MediaType> {
  if (isProtectedDocument(head)) return { mimeType: 'application/vnd.opentdf+zip', encrypted: true };
  // Loaded with the first upload, because it is large.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return {
    mimeType: found?.mime ?? (isText(head) ? 'text/plain' : 'application/octet-stream'),
    encrypted: false,
  };
}

/** A zip archive whose first entry is the payload (OpenTDF 4.3, protocol: archive structure). */
function isProtectedDocument(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < 39 || bytes.readUInt32LE(0) !== 0x04034b50) return false;
  return bytes.toString('latin1', 30, 30 + bytes.readUInt16LE(26)) === '0.payload';
}

/** UTF-8 without control characters other than whitespace; the last character may be incomplete. */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
    return !/[\0-\u0008\u000e-\u001f]/.test(text);
  } catch {
    return false;
  }
}
