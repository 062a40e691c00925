// Replaces iconv-lite in the bundle of the frame: the browser has the same code pages.

/** Decodes text in the code page that the message names, or in windows-1252 where that fails. */
export function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function encode(): never {
  throw new Error('encoding is not supported');
}
