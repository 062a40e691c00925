// Stands in the frame for the library that the reader of Outlook's messages decodes by: the browser has the same tables.

/** Old texts of a message in the code page that it names; where that cannot be, in that of Western Windows. */
export function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function encode(): never {
  throw new Error('messages are only read here');
}
